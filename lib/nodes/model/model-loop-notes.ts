// What a model's work amounts to so far: all of it is plain data, so that an attempt which was suspended goes on exactly
// where it stopped, in another process and after days.
import type { ArtifactRef } from '../contract/node-context.ts';
import { milliseconds } from '../parts/duration.ts';
import type { ModelMessage, ModelToolCall } from './model-request.ts';

export type Notes = {
  messages: ModelMessage[];
  /** Calls of the model's last answer that have no result yet, in order. */
  pending: ModelToolCall[];
  /** The tool that people were asked about, for the first of the pending calls. */
  asked: string | null;
  /** Images of this answer's results, to be shown once all its calls are answered. */
  images: string[];
  files: ArtifactRef[];
  text: string;
  tool_calls: number;
  input_tokens: number;
  output_tokens: number;
  worked_ms: number;
  /** The answer did not fit its schema, and the model was told so. */
  corrected: boolean;
  /** The last call, and how often it was made in a row. */
  repeated: { call: string; times: number };
};

export function newNotes(messages: ModelMessage[]): Notes {
  return {
    messages,
    pending: [],
    asked: null,
    images: [],
    files: [],
    text: '',
    tool_calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    worked_ms: 0,
    corrected: false,
    repeated: { call: '', times: 0 },
  };
}

export type WorkClock = { signal: AbortSignal | undefined; isOver(): boolean; worked(): number };

const longestTimer = 2 ** 31 - 1;

/** Counts the time of work; the time people take for an answer is not part of it. */
export function startClock(limit: string | undefined, before: number): WorkClock {
  const began = performance.now();
  const left = limit === undefined ? undefined : Math.max(0, milliseconds(limit) - before);
  const signal = left === undefined ? undefined : AbortSignal.timeout(Math.min(left, longestTimer));
  return {
    signal,
    isOver: () => signal?.aborted === true,
    worked: () => before + (performance.now() - began),
  };
}
