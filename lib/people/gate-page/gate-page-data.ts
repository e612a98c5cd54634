// Everything a gate link may show, and nothing else: what the gate names, and of artifacts only those it names.

import type { Readable } from 'node:stream';
import { openArtifact } from '../../clients/files/files.ts';
import type { Needs } from '../../console/console.ts';
import { isLargeValue, type LargeValue } from '../../nodes/parts/large-value.ts';
import { shownHash } from '../../receipts/shown-hash.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import type { LinkRecord } from '../../store/contract/links.ts';
import { canBeLinked } from '../gate-links.ts';

const inlineBytes = 16 * 1024;

export type ShownItem =
  | { kind: 'text'; label: string | null; text: string; whole?: LargeValue }
  | { kind: 'image'; label: string | null; artifact: ArtifactRecord }
  | { kind: 'file'; label: string | null; artifact: ArtifactRecord }
  | { kind: 'document'; label: string | null; artifact: ArtifactRecord; text: string; isCut: boolean };

export type GatePageData = {
  workflow: string;
  runId: string;
  gate: GateRecord;
  items: ShownItem[];
  shown: string;
  linkExpiresAt: string;
};

/** Only artifacts that the gate names, and only while it asks. */
export async function openLinkedArtifact(house: Needs<'env' | 'store'>, link: LinkRecord, artifactId: string) {
  const gate = await readLinkedGate(house, link);
  const isNamed = gate?.status === 'open' && gate.show.some((item) => item.artifact === artifactId);
  const artifact = isNamed ? await house.store.readArtifact(link.run, artifactId) : null;
  return artifact && { artifact, opened: await openArtifact(house.env.dataDirectory, artifact.file) };
}

/** The same for a value of which the gate shows the beginning. */
export async function showsValue(house: Needs<'store'>, link: LinkRecord, hash: string): Promise<boolean> {
  const gate = await readLinkedGate(house, link);
  const isIt = ({ value }: GateRecord['show'][number]) => isLargeValue(value) && value.$value === hash;
  return gate?.status === 'open' && gate.show.some(isIt);
}

export async function readLinkedGate(house: Needs<'store'>, link: LinkRecord): Promise<GateRecord | null> {
  const gate = await house.store.readGate(link.run, link.gate);
  return gate && canBeLinked(gate) ? gate : null;
}

export async function readGatePage(house: Needs<'env' | 'store'>, link: LinkRecord): Promise<GatePageData | null> {
  const store = house.store;
  const [gate, run] = await Promise.all([readLinkedGate(house, link), store.readRun(link.run)]);
  if (!gate || !run) return null;
  const ids = new Set(gate.show.flatMap((item) => item.artifact ?? []));
  const found = await Promise.all([...ids].map((id) => store.readArtifact(link.run, id)));
  const artifacts = found.filter((artifact) => artifact !== null);
  const items =
    gate.status === 'open' ? await Promise.all(gate.show.map((item) => readItem(house, item, artifacts))) : [];
  return {
    workflow: run.name,
    runId: run.id,
    gate,
    items: items.filter((item) => item !== null),
    shown: shownHash(gate, artifacts),
    linkExpiresAt: link.expiresAt,
  };
}

async function readItem(
  house: Needs<'env'>,
  item: GateRecord['show'][number],
  artifacts: ArtifactRecord[],
): Promise<ShownItem | null> {
  const { label } = item;
  if (item.artifact === null) {
    const whole = isLargeValue(item.value) ? { whole: item.value } : {};
    return item.text === null ? null : { kind: 'text', label, text: item.text, ...whole };
  }
  const artifact = artifacts.find(({ id }) => id === item.artifact);
  if (!artifact) return { kind: 'text', label, text: 'This file is no longer there.' };
  if (/^image\/(png|jpeg|webp|gif)$/.test(artifact.type)) return { kind: 'image', label, artifact };
  if (!/^text\/|^application\/(json|yaml|x-ndjson)$/.test(artifact.type)) return { kind: 'file', label, artifact };
  const opened = await openArtifact(house.env.dataDirectory, artifact.file).catch(() => null);
  if (!opened) return { kind: 'file', label, artifact };
  return {
    kind: 'document',
    label,
    artifact,
    text: await readStart(opened.stream),
    isCut: artifact.size > inlineBytes,
  };
}

async function readStart(stream: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let left = inlineBytes;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.byteLength;
    if (left <= 0) break;
  }
  return text;
}
