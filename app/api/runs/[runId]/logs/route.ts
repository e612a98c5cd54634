import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { artifactResponse } from '#lib/http/artifact-response.ts';
import { choice, onOff, text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { mostLines, openLog, readLog, searchLog } from '#lib/runs/read-log.ts';
import { logLines, logStreams } from '#lib/runs/views.ts';

const found = z.object({ matches: z.array(z.number()).describe('Numbers of lines'), count: z.number() });

export const GET = route(
  {
    may: 'see',
    summary:
      'What the programs of an attempt printed, by lines: the last ones, or from `line` on; with `q` which lines say it',
    query: {
      node: text({ most: 200 }),
      visit: whole({ least: 1 }),
      attempt: whole({ least: 1 }),
      stream: choice(logStreams),
      line: whole({ least: 1 }),
      limit: whole({ least: 1, most: mostLines }),
      q: text({ most: 200 }),
      download: onOff().describe('The whole file'),
    },
    answers: { 200: z.union([logLines, found]) },
    errors: ['not_found'],
  },
  async ({ house, params: { runId }, query, request }) => {
    const { node, visit = 1, attempt = 1, stream = 'stdout', line, limit = 500, q, download } = query;
    if (node === undefined)
      throw new AppError(
        'invalid_request',
        'The parameter "node" is missing; it names the node whose output is wanted.',
      );
    const place = { node, visit, attempt, stream };
    if (download) {
      const { name, opened } = await openLog(house, runId, place);
      return artifactResponse({ name, sha256: '' }, opened, { download: true });
    }
    return q === undefined
      ? readLog(house, runId, place, { from: line, count: limit })
      : searchLog(house, runId, place, q, request.signal);
  },
);
