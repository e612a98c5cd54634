// What a bundle's list of its files says, and whether the files are what it says. Pure: the command line reads zips from the
// disk, a console's page in the browser; who signed the list is looked at where the keys are (manifest.ts).
import { z } from 'zod';

export const names = {
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  keys: 'keys.json',
  events: 'events.jsonl',
  graph: 'graph.json',
};

const manifestFile = z.object({
  path: z.string(),
  size: z.number(),
  sha256: z.string(),
  missing: z.literal(true).optional(),
  /** What was saved, where the file is gone or is no longer what it was. */
  recorded_sha256: z.string().optional(),
  /** The id of the artifact that it is. */
  artifact: z.string().optional(),
  /** Of what was printed: by whom and where to. */
  log: z.string().optional(),
});
export type ManifestFile = z.infer<typeof manifestFile>;

const manifest = z.object({
  format: z.literal('gatehouse-bundle/1'),
  run: z.string(),
  workflow: z.string(),
  status: z.string(),
  seq: z.number(),
  files: z.array(manifestFile),
});
export type Manifest = z.infer<typeof manifest>;

/** A zip, whoever reads it. `read` ends with an error as soon as there is more than `most` bytes. */
export type BundleZip = { names: string[]; read(name: string, most: number): AsyncIterable<Uint8Array> };
export type NewHash = () => { update(chunk: Uint8Array): unknown; hex(): string };

const megabyte = 1024 * 1024;
const mostManifest = 64 * megabyte;

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export async function readText(zip: BundleZip, name: string, most: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for await (const chunk of zip.read(name, most)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

export const readManifestText = (zip: BundleZip) => readText(zip, names.manifest, mostManifest);

/** Null for what is not written as the console writes it. */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function problemOfFile(zip: BundleZip, file: ManifestFile, newHash: NewHash): Promise<string | null> {
  const { path, size, sha256: wanted, missing, recorded_sha256 } = file;
  if (missing) return `${path} was gone already when the bundle was made`;
  if (recorded_sha256) return `${path} was changed already when the bundle was made`;
  const hash = newHash();
  try {
    for await (const chunk of zip.read(path, size)) hash.update(chunk);
  } catch (error) {
    return `${path} was changed: ${reasonOf(error)}`;
  }
  return hash.hex() === wanted ? null : `${path} was changed`;
}

export type CheckedFiles = {
  problems: string[];
  /** Null where one of them could not be read: then no signature can be looked at. */
  texts: Record<'manifest' | 'signature' | 'keys', string> | null;
  list: Manifest | null;
};

/** Every file against the list, and the list against the files. `onFile` hears how many have been looked at. */
export async function checkFiles(
  zip: BundleZip,
  newHash: NewHash,
  onFile: (done: number, of: number) => void = () => {},
): Promise<CheckedFiles> {
  const absent = [names.manifest, names.signature, names.keys].filter((name) => !zip.names.includes(name));
  if (absent.length > 0) return { problems: absent.map((name) => `${name} is missing`), texts: null, list: null };
  const problems: string[] = [];
  const texts = { manifest: '', signature: '', keys: '' };
  for (const part of ['manifest', 'signature', 'keys'] as const) {
    try {
      texts[part] = part === 'manifest' ? await readManifestText(zip) : await readText(zip, names[part], megabyte);
    } catch (error) {
      problems.push(`${names[part]} was changed: ${reasonOf(error)}`);
    }
  }
  const readable = problems.length > 0 ? null : texts;
  const list = parseManifest(texts.manifest);
  if (!list) {
    if (texts.manifest !== '') problems.push(`${names.manifest} was changed`);
    return { problems, texts: readable, list };
  }
  for (const [index, file] of list.files.entries()) {
    const problem = await problemOfFile(zip, file, newHash);
    if (problem) problems.push(problem);
    onFile(index + 1, list.files.length);
  }
  const listed = new Set(list.files.map(({ path }) => path));
  const added = zip.names.filter((name) => !listed.has(name) && name !== names.manifest && name !== names.signature);
  problems.push(...added.map((name) => `${name} is not in the manifest`));
  return { problems, texts: readable, list };
}

/** The files that are artifacts, by what was saved: what people were shown is bound to these. */
export function artifactHashes({ files }: Pick<Manifest, 'files'>): { id: string; sha256: string }[] {
  return files.flatMap(({ artifact, sha256, recorded_sha256 }) =>
    artifact ? [{ id: artifact, sha256: recorded_sha256 ?? sha256 }] : [],
  );
}
