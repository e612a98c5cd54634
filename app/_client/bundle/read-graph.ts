// The graph of a bundle, as far as the page must be able to count on it. What else stands in it is only ever drawn as text.
import { z } from 'zod';
import type { Graph } from '#lib/workflow/graph.ts';

const node = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  traits: z.record(z.string(), z.unknown()),
  retry: z.looseObject({ attempts: z.number() }),
});

const graph = z.looseObject({
  name: z.string(),
  description: z.string().nullable(),
  start: z.string(),
  budget: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  nodes: z.array(node).max(20_000),
  successors: z.record(z.string(), z.array(z.string())),
});

export function readGraph(text: string): Graph {
  const read = graph.safeParse(JSON.parse(text));
  if (read.success) return read.data as unknown as Graph;
  const [issue] = read.error.issues;
  throw new Error(`${issue?.path.join('.') || 'it'}: ${issue?.message.toLowerCase()}`);
}
