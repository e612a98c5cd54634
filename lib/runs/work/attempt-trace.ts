// What an attempt tells while it works: detail events and streamed output, in order. Output is coalesced to at most four
// events a second of 16 KB each and capped for the attempt; the artifact has everything.

import type { Draft } from '../../engine/events.ts';
import { moreWasPrinted } from '../../engine/view/latest-output.ts';
import { noSecrets, type RunSecrets } from '../../secrets/run-secrets.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { Troubles } from '../../trouble.ts';

const flushEvery = 250;
const mostInOneEvent = 16_000;
const mostInAttempt = 256_000;

type Keys = { node: string; visit: number; attempt: number };
type OutputStream = 'stdout' | 'stderr' | 'message';
export type Collected = { drafts: Draft[]; artifacts: Omit<ArtifactRecord, 'seq'>[] };

export function createAttemptTrace(
  keys: Keys,
  flush: (collected: Collected) => Promise<void>,
  tell: Troubles['tell'],
  secrets: RunSecrets = noSecrets,
) {
  let drafts: Draft[] = [];
  let artifacts: Collected['artifacts'] = [];
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();
  const written: Record<OutputStream, number> = { stdout: 0, stderr: 0, message: 0 };
  const redactors = { stdout: secrets.textRedactor(), stderr: secrets.textRedactor(), message: secrets.textRedactor() };
  let total = 0;

  function take(): Collected {
    const collected = { drafts, artifacts };
    drafts = [];
    artifacts = [];
    return collected;
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = null;
      flushing = flushing.then(flushNow);
    }, flushEvery);
  }

  /** What could not be recorded now is recorded with what follows, or with the end. */
  async function flushNow(): Promise<void> {
    const collected = take();
    try {
      await flush(collected);
    } catch (error) {
      drafts = [...collected.drafts, ...drafts];
      artifacts = [...collected.artifacts, ...artifacts];
      tell(`the trace of ${keys.node}`, error);
    }
  }

  function output(stream: OutputStream, text: string): void {
    keep(stream, redactors[stream]?.push(text) ?? text);
  }

  function keep(stream: OutputStream, text: string): void {
    if (total >= mostInAttempt || text === '') return;
    const kept = text.slice(0, mostInAttempt - total);
    total += kept.length;
    for (let at = 0; at < kept.length; at += mostInOneEvent) {
      const piece = kept.slice(at, at + mostInOneEvent);
      const last = drafts.at(-1);
      if (
        last?.type === 'output' &&
        last.data.stream === stream &&
        last.data.text.length + piece.length <= mostInOneEvent
      ) {
        last.data.text += piece;
      } else {
        drafts.push({ type: 'output', ...keys, data: { stream, text: piece, offset: written[stream] } });
      }
      written[stream] += piece.length;
    }
    if (total >= mostInAttempt) {
      drafts.push({
        type: 'output',
        ...keys,
        data: { stream: 'message', text: moreWasPrinted, offset: 0 },
      });
    }
    later();
  }

  return {
    output,
    add(draft: Draft): void {
      drafts.push(draft);
      later();
    },
    addArtifact(draft: Draft, record: Omit<ArtifactRecord, 'seq'>): void {
      drafts.push(draft);
      artifacts.push(record);
    },
    /** What has not been flushed, for the commit that ends the attempt. */
    async end(): Promise<Collected> {
      for (const stream of ['stdout', 'stderr', 'message'] as const) keep(stream, redactors[stream]?.rest() ?? '');
      if (timer) clearTimeout(timer);
      timer = null;
      await flushing;
      return take();
    },
  };
}
