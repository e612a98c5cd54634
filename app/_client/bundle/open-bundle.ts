// A bundle that somebody chose or dropped, opened in the browser: nothing of it is sent anywhere to be seen, and nothing in it
// is ever run. It is somebody else's file: whatever is wrong with it is said with the name of the thing, and nothing that it
// claims makes this page hold more than the bounds below.
import { type RunEvent, runEvent } from '#lib/engine/events.ts';
import { logKey } from '#lib/export/bundle-page.ts';
import { paths } from '#lib/paths.ts';
import { boundedLines } from '#lib/receipts/bounded-lines.ts';
import {
  type Manifest,
  names,
  parseManifest,
  readManifestText,
  readText,
  reasonOf,
} from '#lib/receipts/bundle-manifest.ts';
import type { RunPage } from '#lib/runs/views.ts';
import type { RunFile, RunSource } from '../run-source.tsx';
import { keepEvents } from './kept-events.ts';
import { keptPage } from './kept-page.ts';
import { type KeptFiles, keptSource } from './kept-source.ts';
import { readGraph } from './read-graph.ts';
import { openZip, type ZipFile } from './zip-file.ts';

const megabyte = 1024 * 1024;
const most = { events: 512 * megabyte, count: 300_000, graph: 32 * megabyte, file: 1024 * megabyte };
/** Pictures of dots, sounds, films, PDFs: a browser that opens one of these alone runs nothing. */
const drawable = /^(image\/(png|jpeg|gif|webp|avif|bmp)|(audio|video)\/[\w.+-]+|application\/pdf)$/;

export type OpenBundle = {
  name: string;
  zip: ZipFile;
  manifest: Manifest;
  events: readonly RunEvent[];
  page: RunPage;
  source: RunSource;
  close(): void;
};

/** Throws the sentence that the reader is told. */
export async function openBundle(file: File): Promise<OpenBundle> {
  const zip = await openZip(file).catch((error) => {
    throw new Error(`${file.name} cannot be read as a zip: ${reasonOf(error)}.`);
  });
  const manifest = await readList(zip, file.name);
  if (!zip.names.includes(names.graph)) {
    throw new Error(
      `${file.name} has no ${names.graph}: it was made by a console that could not draw bundles yet. Unpacked, its run.json and execution-log.md tell what happened.`,
    );
  }
  const graph = await inside(names.graph, async () => readGraph(await readText(zip, names.graph, most.graph)));
  const events = await inside(names.events, () => readEvents(zip));
  const kept = await inside(names.events, async () => keepEvents(events, graph));
  if (kept.view.state.run !== manifest.run)
    throw new Error(`${names.events} is of another run than ${names.manifest}.`);
  const { files, close } = filesOf(zip, manifest, kept.view.artifacts);
  const source = keptSource(kept, files, { href: paths.bundles(), label: 'Bundles' });
  return { name: file.name, zip, manifest, events, page: keptPage(kept, graph), source, close };
}

async function inside<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`${name} cannot be read: ${reasonOf(error)}.`);
  }
}

async function readList(zip: ZipFile, name: string): Promise<Manifest> {
  if (!zip.names.includes(names.manifest)) throw new Error(`${name} is no bundle: it has no ${names.manifest}.`);
  const manifest = await inside(names.manifest, async () => parseManifest(await readManifestText(zip)));
  if (!manifest) throw new Error(`${name} is no bundle: its ${names.manifest} is not that of one.`);
  return manifest;
}

async function readEvents(zip: ZipFile): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const line of boundedLines(zip.read(names.events, most.events))) {
    events.push(readEvent(line, events.length + 1));
    if (events.length > most.count) throw new Error(`it has more than ${most.count} events`);
  }
  return events;
}

function readEvent(line: string, number: number): RunEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`line ${number} is not JSON`);
  }
  const read = runEvent.safeParse(value);
  // As it was written: what a newer console adds to an event is part of what was signed.
  if (read.success) return value as RunEvent;
  const [issue] = read.error.issues;
  throw new Error(`line ${number} is no event: ${issue?.path.join('.') || 'it'} ${issue?.message.toLowerCase()}`);
}

function filesOf(zip: ZipFile, { files }: Manifest, artifacts: { id: string; type: string }[]) {
  const present = files.filter(({ missing }) => !missing);
  const artifactPaths = new Map(present.flatMap(({ artifact, path }) => (artifact ? [[artifact, path]] : [])));
  const logPaths = new Map(present.flatMap(({ log, path }) => (log ? [[log, path]] : [])));
  const types = new Map(artifacts.map(({ id, type }) => [id, type]));
  const urls = new Map<string, Promise<string>>();
  const logs = new Map<string, Promise<Blob>>();

  function pathOf(file: RunFile): string {
    const path =
      file.kind === 'artifact'
        ? artifactPaths.get(file.id)
        : file.kind === 'log'
          ? logPaths.get(logKey(file.place))
          : `values/${file.hash}.json`;
    if (path === undefined || !zip.names.includes(path)) throw new Error('The file is not in the bundle.');
    return path;
  }
  function typeOf(file: RunFile): string {
    const type = file.kind === 'artifact' ? (types.get(file.id) ?? '') : '';
    return drawable.test(type) ? type : 'application/octet-stream';
  }
  const found: KeptFiles = {
    addressOf: () => null,
    async openFile(file) {
      const path = pathOf(file);
      const url = urls.get(path) ?? zip.blob(path, most.file, typeOf(file)).then((blob) => URL.createObjectURL(blob));
      urls.set(path, url);
      return url;
    },
    async readBytes(file, wanted) {
      const bytes = new Uint8Array(wanted);
      let size = 0;
      for await (const chunk of zip.read(pathOf(file), Number.POSITIVE_INFINITY)) {
        bytes.set(chunk.subarray(0, wanted - size), size);
        size = Math.min(wanted, size + chunk.length);
        if (size === wanted) break;
      }
      return bytes.slice(0, size);
    },
    async openLog(place) {
      const path = logPaths.get(logKey(place));
      if (path === undefined) return null;
      const blob = logs.get(path) ?? zip.blob(path, most.file, 'text/plain');
      logs.set(path, blob);
      return blob;
    },
  };
  const close = () => {
    for (const url of urls.values()) url.then(URL.revokeObjectURL, () => {});
  };
  return { files: found, close };
}
