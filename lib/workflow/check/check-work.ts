// What only work can have: a model's judgement right after it, and a place in the background, from where nothing leads on.

import { doesWork } from '../../nodes/contract/define-node.ts';
import { checksOf, isPureCheck } from '../../nodes/parts/check-spec.ts';
import type { LoadedNode } from '../load-nodes.ts';
import type { Findings } from '../problems/findings.ts';
import { keyPlaceOf, type Path } from '../source/source-tree.ts';

export function checkWork(nodes: LoadedNode[], findings: Findings): void {
  for (const node of nodes) {
    checkJudged(node, findings);
    checkBackground(node, findings);
  }
}

function checkJudged(node: LoadedNode, findings: Findings): void {
  const { checks, expect } = node.common;
  const judged = checksOf(checks, expect).find((check) => !isPureCheck(check));
  if (!judged || !node.definition || doesWork(node.definition, node.fields)) return;
  const key = expect === judged.name ? 'expect' : 'checks';
  findings.error({
    code: 'no_work_to_judge',
    place: keyPlaceOf(node.tree, [key]),
    path: [...node.path, key],
    message: `node "${node.id}" decides and does no work, so a model has nothing to judge; use an expression, or check the node that works`,
  });
}

const stays = ['ask', 'skip', 'fail', 'escalate'];

/** Where the file would have the run go on from the background. */
function waysFrom({ common, gates }: LoadedNode): Path[] {
  const written = (['conditions', 'parallel_group'] as const).filter((key) => common[key]?.length);
  const isTarget = common.on_failure !== undefined && !stays.includes(common.on_failure);
  const after = gates.filter(({ spec }) => spec.when === 'after' && Object.keys(spec.on ?? {}).length > 0);
  return [
    ...written.map((key) => [key]),
    ...(isTarget ? [['on_failure']] : []),
    ...after.map(({ at }) => [...at, 'on']),
  ];
}

function checkBackground(node: LoadedNode, findings: Findings): void {
  if (!node.fields || node.definition?.isBackground?.(node.fields) !== true) return;
  for (const at of waysFrom(node)) {
    const words =
      at.at(-1) === 'on'
        ? 'a gate afterwards that leads on'
        : `"${at[0]}"${at[0] === 'on_failure' ? ' that leads on' : ''}`;
    findings.error({
      code: 'background_way',
      place: keyPlaceOf(node.tree, at),
      path: [...node.path, ...at],
      message: `node "${node.id}" works in the background, so it cannot have ${words}; decide in a later node that refers to it`,
    });
  }
}
