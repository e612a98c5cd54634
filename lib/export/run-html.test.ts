import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenStatus } from '../testing/scratch-run.ts';
import { bundleOf } from './bundle.ts';
import { openExportedRun } from './records/exported-run.ts';
import { inPage, pagePolicy, readViewer, runHtml } from './run-html.ts';

let engine: ScratchEngine;
let build: string;
const viewer = { script: 'draw()', style: 'p{}' };

beforeEach(async () => {
  build = mkdtempSync(join(tmpdir(), 'gatehouse-build-'));
  engine = await startScratchEngine({ GATEHOUSE_DIST: build });
});
afterEach(async () => {
  await engine.stop();
  rmSync(build, { recursive: true });
});

const dataIn = (page: string, id: string) =>
  JSON.parse(new RegExp(`id="${id}">([^<]*)</script>`).exec(page)?.[1] ?? '') as unknown;

test('what a run says can neither end the element that it stands in nor start another', () => {
  const hostile = { said: '</script><script>alert(1)</script><!-- \u2028\u2029 &lt;' };
  expect(inPage(hostile)).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(inPage(hostile))).toEqual(hostile);
});

test('the page allows its own script by its hash, styles, files beside it and nothing else', () => {
  const hash = (of: string) => createHash('sha256').update(of).digest('base64');
  const policy = pagePolicy(viewer);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src 'sha256-${hash('draw()')}';`);
  expect(policy.replace("style-src 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
});

test('the page holds every event, the beginning of texts and the end of logs, and says where the rest is', async () => {
  const script =
    'cd "$GATEHOUSE_ARTIFACTS"; echo "</script>" > short.txt; head -c 70000 /dev/zero | tr "\\0" x > long.txt; head -c 9 /dev/zero > a.bin; seq 1 60000';
  const runId = await startNodes({ make: { type: 'cli', script } });
  await whenStatus(runId, 'completed');
  const exported = await openExportedRun(house, runId);
  const file = (name: string) => `runs/scratch/${runId}/make/1-1/${name}`;
  const files = [
    ...exported.artifacts.map(({ id, name, file: kept }) => ({ artifact: id, path: `nodes/${name}`, file: kept })),
    { log: 'make/1-1/stdout', path: 'nodes/make/1-1/stdout.log', file: file('stdout.log') },
  ];
  const page = await text(runHtml(house, viewer, exported, 'a.zip', files));
  expect((dataIn(page, 'events') as RunEvent[]).map(({ seq }) => seq)).toEqual(
    Array.from({ length: exported.run.seq }, (_, index) => index + 1),
  );
  const { texts, logs } = dataIn(page, 'bundle') as { texts: Record<string, string>; logs: Record<string, string> };
  expect(texts['nodes/short.txt']).toBe('</script>\n');
  expect(texts['nodes/long.txt']).toHaveLength(64_000);
  expect(texts).not.toHaveProperty(['nodes/a.bin']);
  const log = texts[logs['make/1-1/stdout'] ?? '']?.split('\n') ?? [];
  expect(log[0]).toBe('… the lines before are beside this page: nodes/make/1-1/stdout.log');
  expect(log.slice(-2)).toEqual(['60000', '']);
  expect(Number(log[1]) + 1).toBe(Number(log[2]));
});

test('a bundle has the page where one was built, with its hash in the manifest', async () => {
  const runId = await startNodes({ say: { type: 'cli', command: ['echo', 'hello'] } });
  await whenStatus(runId, 'completed');
  const packed = async () =>
    (await text((await bundleOf(house, runId)).stream.setEncoding('latin1'))).includes('run.html');
  expect([await readViewer(house), await packed()]).toEqual([null, false]);
  mkdirSync(join(build, 'viewer'));
  writeFileSync(join(build, 'viewer', 'viewer.js'), viewer.script);
  writeFileSync(join(build, 'viewer', 'viewer.css'), viewer.style);
  expect([await readViewer(house), await packed()]).toEqual([viewer, true]);
});
