// A loop and its end belong together: each loop has exactly one, which leads back to it and nowhere else.
import type { Findings } from '../../problems/findings.ts';
import { childOf } from '../../source/source-tree.ts';
import { type GraphFile, type GraphNode, quoted, waysOut } from './graph-file.ts';

export function checkLoops({ nodes, edges }: GraphFile, findings: Findings): void {
  const tell = (code: string, { place, path }: Pick<GraphNode, 'place' | 'path'>, message: string) =>
    findings.error({ code, place, path, message });
  const out = waysOut(edges);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ends = Map.groupBy(
    nodes.filter(({ type }) => type === 'EndLoop'),
    ({ loop }) => loop,
  );
  for (const end of nodes) {
    if (end.type !== 'EndLoop') continue;
    const loop = byId.get(end.loop ?? '');
    if (loop?.type !== 'Loop') {
      const said = childOf(end.params, 'loop_id');
      const what = loop ? `${quoted(loop)}, which is no Loop` : `"${end.loop}", which there is not`;
      tell(
        'invalid_end_loop_target',
        { ...end, place: said?.place ?? end.place },
        `EndLoop ${quoted(end)} ends ${what}`,
      );
      continue;
    }
    const [only, ...others] = out(end.id);
    if (!only || others.length > 0 || only.to !== loop.id) {
      const at = [only, ...others].find((way) => way && way.to !== loop.id) ?? others[0] ?? end;
      tell('end_loop_edge_mismatch', at, `EndLoop ${quoted(end)} must have one edge, to its Loop ${quoted(loop)}`);
    }
  }
  for (const loop of nodes) {
    if (loop.type !== 'Loop') continue;
    const [first, ...others] = ends.get(loop.id) ?? [];
    if (!first) tell('unpaired_loop', loop, `Loop ${quoted(loop)} has no EndLoop`);
    for (const other of others) {
      const message = `EndLoop ${quoted(other)} is a second end of Loop ${quoted(loop)}; the first is ${quoted(first as GraphNode)}`;
      tell('multiple_end_loops', other, message);
    }
  }
}
