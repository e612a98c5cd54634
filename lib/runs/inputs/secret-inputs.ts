// The secret inputs of a run: taken out of what it was given before anything is kept, sealed with it, and found again for
// whoever works on it. A run whose workflow has no secret input pays nothing for this.

import type { Needs } from '../../console/console.ts';
import { isLogWord } from '../../engine/log-words.ts';
import { createRunSecrets, newMarker, noSecrets, type RunSecrets } from '../../secrets/run-secrets.ts';
import { openValues, sealValues } from '../../secrets/sealed-values.ts';
import type { Graph } from '../../workflow/graph.ts';
import type { GivenFile } from '../../workflow/inputs/input-value.ts';
import type { InputProblem } from '../../workflow/inputs/inputs.ts';

type Inputs = Record<string, unknown>;

const namesOf = (graph: Pick<Graph, 'inputs'>) =>
  graph.inputs.flatMap(({ name, type }) => (type === 'secret' ? [name] : []));

/** The inputs with markers in place of the secrets, and those secrets. */
export function hideSecrets(graph: Pick<Graph, 'inputs'>, inputs: Inputs): { inputs: Inputs; secrets: RunSecrets } {
  const given = namesOf(graph).filter((name) => typeof inputs[name] === 'string');
  if (given.length === 0) return { inputs, secrets: noSecrets };
  const hidden = given.map((name) => ({ name, marker: newMarker(name), value: inputs[name] as string }));
  const secrets = createRunSecrets(hidden);
  const markers = new Map(hidden.map(({ name, marker }) => [name, marker]));
  const kept = graph.inputs.map(({ name, type }) => {
    // Of a file only the name is kept: its bytes stay what they are.
    const value = inputs[name] as GivenFile | null;
    if (type === 'file') return [name, value && { ...value, name: secrets.redact(value.name) }];
    return [name, markers.get(name) ?? secrets.redact(value)];
  });
  return { inputs: Object.fromEntries(kept), secrets };
}

/** A secret that stands in the workflow itself, or that the log is made of, cannot be kept out of either. */
export function secretProblems(graph: Pick<Graph, 'inputs'>, inputs: Inputs, source: string): InputProblem[] {
  return namesOf(graph).flatMap((input) => {
    const value = inputs[input];
    if (typeof value !== 'string' || !(source.includes(value.trim()) || isLogWord(value.trim()))) return [];
    const message = `input "${input}" is a word of the workflow or of its log, so it cannot be kept out of them; choose another value`;
    return [{ input, message }];
  });
}

export function sealSecrets(house: Needs<'env'>, runId: string, secrets: RunSecrets): string | null {
  const values = secrets.values();
  return Object.keys(values).length === 0 ? null : sealValues(house.env.dataDirectory, runId, values);
}

export async function secretsOf(
  house: Needs<'env' | 'store'>,
  runId: string,
  graph: Pick<Graph, 'inputs'>,
  inputs: Inputs,
): Promise<RunSecrets> {
  const markers = namesOf(graph).flatMap((name) => {
    const marker = inputs[name];
    return typeof marker === 'string' ? [{ name, marker }] : [];
  });
  if (markers.length === 0) return noSecrets;
  const sealed = await house.store.readSealed(runId);
  const values = sealed === null ? null : openValues(house.env.dataDirectory, runId, sealed);
  return createRunSecrets(markers.map(({ name, marker }) => ({ name, marker, value: values?.[name] ?? null })));
}
