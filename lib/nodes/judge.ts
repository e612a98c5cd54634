// The work at the end of a run: a model judges what the nodes did, by the checks that were left for then. No file names
// this type; a graph has one such node when it needs it.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { verbatim } from './contract/field-kinds.ts';
import type { NodeContext } from './contract/node-context.ts';
import type { SideResults } from './contract/outcome.ts';
import { judgeWork } from './model/judge-work.ts';
import { type CheckSpec, isPureCheck } from './parts/check-spec.ts';

const fields = z.strictObject({
  work: verbatim(z.array(z.custom<{ id: string; name: string; role?: string | null; checks: CheckSpec[] }>())),
});
type Work = { status: string; result: unknown; artifacts: { id: string; type: string }[] };

async function pictureOf(work: Work, ctx: NodeContext): Promise<string | null> {
  const picture = work.artifacts.findLast(({ type }) => type.startsWith('image/'));
  if (!picture) return null;
  const { type, bytes } = await ctx.readArtifact(picture.id);
  return `data:${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

const modelOf = (role: string | null, ctx: NodeContext) => (role === null ? null : (ctx.findRole(role)?.model ?? null));

export const judge = defineNode({
  type: 'judge',
  group: 'control',
  summary: 'Judges the work of the run by its checks.',
  fields,
  idempotent: () => true,
  async execute({ work }, ctx) {
    const done = ctx.data.evaluate('nodes') as Record<string, Work>;
    const verdicts: NonNullable<SideResults['verdicts']> = [];
    for (const { id, name, role = null, checks } of work) {
      const judged = checks.filter((check) => check.when === 'after' && !isPureCheck(check));
      const own = done[id];
      if (own?.status !== 'completed' || judged.length === 0) continue;
      const evidence = { node: name, result: own.result, tools: [], image: await pictureOf(own, ctx) };
      for (const result of await judgeWork(ctx, judged, evidence, modelOf(role, ctx)))
        verdicts.push({ node: id, result });
    }
    return { ok: true, result: { checks: verdicts.length }, sideResults: { verdicts } };
  },
});
