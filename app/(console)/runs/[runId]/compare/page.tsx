import type { Metadata } from 'next';
import { PageHeader } from '#app/_components/page-header.tsx';
import { shortId } from '#app/_components/short-id.ts';
import { Callout } from '#app/_components/ui/callout.tsx';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { otherRuns, type RunShown, readNodeShown, readRunShown } from '#lib/runs/compare/read-comparison.ts';
import ConsoleNotFound from '../../../not-found.tsx';
import { placeOf } from '../_components/run-place.ts';
import { CompareForm } from './compare-form.tsx';
import { NodeComparison } from './node-comparison.tsx';
import { RunComparison } from './run-comparison.tsx';

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ runId: string }>; searchParams: Promise<Query> };

export const metadata: Metadata = { title: 'Compare' };

/** The older one stands first: what changed is what the newer one has. */
function inOrder(one: RunShown, other: RunShown): [RunShown, RunShown] {
  return one.run.created_at <= other.run.created_at ? [one, other] : [other, one];
}

/** Two runs, or two attempts of a node, of one run or of two. Nothing is changed by looking. */
export default async function ComparePage({ params, searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const { runId } = await params;
  const query = await searchParams;
  const get = (name: string) => [query[name]].flat()[0] ?? null;
  const shown = await readRunShown(house, runId, actor);
  if (!shown) return <ConsoleNotFound />;
  const { node, visit, attempt } = placeOf({ get });
  const right = placeOf({ get: (name) => get(`with_${name}`) });
  const { others, previous } = await otherRuns(house, shown, actor);
  const withId = get('with') ?? (node === null ? previous : runId);
  const other = withId === null ? null : withId === runId ? shown : await readRunShown(house, withId, actor);
  const heading = node === null ? 'Compare runs' : `Compare ${nameOf(shown, node)}`;
  return (
    <>
      <PageHeader
        parent={{ href: paths.run(runId), label: `${shown.run.name} #${shortId(runId)}` }}
        heading={heading}
      />
      <div className="flex flex-col gap-4 p-5 phone:p-4">
        {node === null && <CompareForm runId={runId} others={others} chosen={withId} />}
        {!other ? (
          <Callout>
            {withId === null
              ? 'There is no other run of this workflow yet.'
              : 'The run to compare with is not there; choose another one.'}
          </Callout>
        ) : node === null ? (
          other === shown ? (
            <Callout>A run compared with itself differs in nothing; choose another one.</Callout>
          ) : (
            <RunComparison sides={inOrder(shown, other)} />
          )
        ) : (
          <NodeComparison
            node={node}
            left={{ ...shown, view: await readNodeShown(house, shown, sideOf(shown, node, visit, attempt)) }}
            right={{
              ...other,
              view: await readNodeShown(house, other, sideOf(other, node, right.visit, right.attempt)),
            }}
          />
        )}
      </div>
    </>
  );
}

function sideOf({ run }: RunShown, node: string, visit: number | null, attempt: number | null) {
  return { node, visit: visit ?? run.state.nodes[node]?.visits ?? 1, attempt };
}

function nameOf({ graph }: RunShown, node: string): string {
  return graph.nodes.find(({ id }) => id === node)?.name || node;
}
