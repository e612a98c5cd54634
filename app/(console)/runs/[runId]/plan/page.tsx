import type { Metadata } from 'next';
import { PageHeader } from '#app/_components/page-header.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import type { Console } from '#lib/console/console.ts';
import { repairableFields } from '#lib/engine/decide/enter-node.ts';
import type { RewindPlan } from '#lib/engine/rewind/plan-rewind.ts';
import { AppError } from '#lib/errors.ts';
import { visibleJson } from '#lib/html/visible-text.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { readFormFields } from '#lib/http/form-fields.ts';
import { doesWork } from '#lib/nodes/contract/define-node.ts';
import { definitionOf } from '#lib/nodes/index.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { readNames, readRunHead } from '#lib/runs/read-run.ts';
import { buttonsFor, isRunVerb, runVerbs } from '#lib/runs/verbs.ts';
import { findNode, type Graph } from '#lib/workflow/graph.ts';
import ConsoleNotFound from '../../../not-found.tsx';
import { type Naming, namingOf } from '../_components/naming.ts';
import { PlanView } from './plan-view.tsx';
import { RewindForm } from './rewind-form.tsx';

type Props = {
  params: Promise<{ runId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: 'Going back' };

const headings: Record<string, (fields: Record<string, unknown>, naming: Naming) => string> = {
  rollback: ({ checkpoint }) => `Roll back to ${checkpoint}`,
  restart: ({ node }, naming) => `Restart from ${naming.node(String(node))}`,
  move: () => 'Move to the newest version',
  fork: ({ at }) => `Fork from event ${at}`,
};

const unclear = 'Choose what to go back to on the run’s page: a checkpoint, a node or an event.';

async function planned({ house, actor }: { house: Console; actor: Actor }, runId: string, query: URLSearchParams) {
  try {
    const name = query.get('verb') ?? '';
    const verb = isRunVerb(name) ? runVerbs[name] : null;
    const fields = verb && readable(() => readFormFields(verb.fields, query));
    const button = buttonsFor(actor).find(({ value }) => value === name);
    if (!verb?.plan || !fields || !button) throw new AppError('bad_request', unclear);
    const plan = await verb.plan(house, { ...fields, runId, actor });
    return { name, verb, fields, button, plan, problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { plan: null, problem: error.message };
  }
}

/** What is agreed to is the plan that was shown: a text that has changed since is not taken. */
function fieldsOf({ fields, plan }: { fields: Record<string, unknown>; plan: RewindPlan }): Record<string, unknown> {
  return plan.text ? { ...fields, to: plan.text.to } : fields;
}

/** Only where a step does work, and is not moved to another text at the same time. */
function givenTo(graph: Graph, { name, fields }: { name: string; fields: Record<string, unknown> }): string | null {
  const node = name === 'restart' ? findNode(graph, String(fields.node)) : undefined;
  if (!node || !doesWork(definitionOf(node.type), node.fields)) return null;
  return visibleJson(JSON.stringify(repairableFields(node), null, 2));
}

function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** What going back would mean, before anything happens. */
export default async function PlanPage({ params, searchParams }: Props) {
  const who = await enterPage('see');
  const { house } = who;
  const { runId } = await params;
  const run = await readRunHead(house, runId, who.actor);
  if (!run) return <ConsoleNotFound />;
  const { graph, gates } = await readNames(house, runId);
  const naming = namingOf(graph, gates);
  const query = Object.entries(await searchParams).map(([name, value]) => [name, [value].flat()[0] ?? '']);
  const asked = await planned(who, runId, new URLSearchParams(query));
  return (
    <>
      <PageHeader
        parent={{ href: paths.run(runId), label: run.name }}
        heading={(asked.plan && headings[asked.name]?.(asked.fields, naming)) ?? 'Going back'}
      />
      <div className="flex max-w-[760px] flex-col gap-4 p-5 phone:p-4">
        {asked.plan ? (
          <>
            <PlanView makesRun={asked.verb.leadsTo === 'new run'} plan={asked.plan} naming={naming} />
            <RewindForm runId={runId} button={asked.button} fields={fieldsOf(asked)} given={givenTo(graph, asked)} />
          </>
        ) : (
          <>
            <Callout variant="failed" role="alert">
              {asked.problem}
            </Callout>
            <p>
              <ButtonLink href={paths.run(runId)}>Back to the run</ButtonLink>
            </p>
          </>
        )}
      </div>
    </>
  );
}
