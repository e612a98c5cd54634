// run.html of a bundle: the run page as one file that opens from the disk, with no console and no network. It holds the
// console's own script and styles, allowed by their hashes and nothing else; the run stands in it as data that is never run.
// Streamed: only the texts that it shall show itself are held, and those are bounded.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArtifact } from '../clients/files/files.ts';
import type { Needs } from '../console/console.ts';
import { visibleText } from '../html/visible-text.ts';
import { readableGraph } from '../runs/readable-graph.ts';
import type { ViewerData } from './bundle-page.ts';
import type { ExportedRun } from './records/exported-run.ts';

/** A run with more is not drawn from a file that a browser has to read whole. */
const mostEvents = 100_000;
const mostOfFile = 64_000;
const mostOfLog = 256_000;
const mostTexts = 8_000_000;
const isText = /^text\/|[/+](json|xml|yaml|x-yaml|javascript|x-ndjson)\b/;

/** Files of the run: where they are here, and where they will be in the bundle. */
export type PageFile = { path: string; file: string; artifact?: string; log?: string };

type Viewer = { script: string; style: string };

/** Null where none was built, as while the console is being worked on. */
export async function readViewer({ env }: Needs<'env'>): Promise<Viewer | null> {
  const read = (name: string) => readFile(join(/*turbopackIgnore: true*/ env.buildDirectory, 'viewer', name), 'utf8');
  try {
    return { script: await read('viewer.js'), style: await read('viewer.css') };
  } catch {
    return null;
  }
}

/** JSON that cannot end the element that it stands in, nor a line. */
export function inPage(value: unknown): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped);
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const asHtml = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

export function pagePolicy({ script }: Viewer): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    // Those of pages that the run made, in their frames, too: no style can load anything.
    "style-src 'unsafe-inline'",
    "img-src 'self' file: data: blob:",
    "media-src 'self' file:",
    "frame-src 'self' file:",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

export async function* runHtml(
  house: Needs<'env'>,
  viewer: Viewer,
  exported: ExportedRun,
  name: string,
  files: readonly PageFile[],
): AsyncGenerator<string> {
  const { run } = exported;
  yield `<!doctype html>
<html lang="en" data-shell="none">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${asHtml(pagePolicy(viewer))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${asHtml(`${run.status} · ${visibleText(run.name)} · from a bundle`)}</title>
<style>${viewer.style}</style>
</head>
<body>
<noscript>This page draws the run with a script. Without, the same is told by execution-log.md and run.json beside it.</noscript>
`;
  if (run.seq > mostEvents) {
    const words = `This run has ${run.seq} events, too many for one file. Drop the zip on the runs page of a console to look at it.`;
    yield `<p>${words}</p>\n</body>\n</html>\n`;
    return;
  }
  const data = await viewerData(house, exported, name, files);
  yield `<div id="run"></div>\n<script type="application/json" id="bundle">${inPage(data)}</script>\n`;
  yield '<script type="application/json" id="events">[\n';
  let isFirst = true;
  for await (const page of exported.events()) {
    yield `${isFirst ? '' : ',\n'}${page.map(inPage).join(',\n')}`;
    isFirst = false;
  }
  yield `\n]</script>\n<script>${viewer.script}</script>\n</body>\n</html>\n`;
}

async function viewerData(
  { env }: Needs<'env'>,
  { graph, artifacts }: ExportedRun,
  name: string,
  files: readonly PageFile[],
): Promise<ViewerData> {
  const types = new Map(artifacts.map(({ id, type }) => [id, type]));
  const data: ViewerData = { name, graph: readableGraph(graph), artifacts: {}, logs: {}, texts: {} };
  let left = mostTexts;
  for (const { path, file, artifact, log } of files) {
    if (artifact) data.artifacts[artifact] = path;
    if (log) data.logs[log] = path;
    if (left <= 0 || !(log || (artifact && isText.test(types.get(artifact) ?? '')))) continue;
    const text = await readPart(env.dataDirectory, file, path, log !== undefined);
    data.texts[path] = text;
    left -= text.length;
  }
  return data;
}

/** The beginning of a file, or the end of a log from a whole line on, which says where the rest is. */
async function readPart(dataDirectory: string, file: string, path: string, isLog: boolean): Promise<string> {
  const opened = await openArtifact(dataDirectory, file, (size) => ({
    start: isLog ? Math.max(0, size - mostOfLog) : 0,
    end: isLog ? size : mostOfFile - 1,
  })).catch(() => null);
  if (!opened) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of opened.stream) chunks.push(chunk);
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  if (!isLog || opened.size <= mostOfLog) return text;
  return `… the lines before are beside this page: ${path}\n${text.slice(text.indexOf('\n') + 1)}`;
}
