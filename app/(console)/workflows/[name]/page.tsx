import type { Metadata } from 'next';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { may } from '#lib/people/may.ts';
import { listRuns } from '#lib/runs/list-runs.ts';
import { readRunHead } from '#lib/runs/read-run.ts';
import { readWorkflow } from '#lib/runs/read-workflows.ts';
import type { WorkflowDetail } from '#lib/runs/views.ts';
import { wallWords } from '#lib/runs/walls/wall-words.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { inputsAsIn, keptInputs } from '../../../_actions/form-inputs.ts';
import { drawnGraph } from '../../../_components/graph/drawn-graph.ts';
import type { DrawnNode } from '../../../_components/graph/graph-node.tsx';
import { PageHeader } from '../../../_components/page-header.tsx';
import { LiveBadge } from '../../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../../_components/shell/palette-button.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import ConsoleNotFound from '../../not-found.tsx';
import { RunTable } from '../../runs/run-table.tsx';
import { FollowFiles } from '../follow-files.tsx';
import { FormatBadge } from '../format-badge.tsx';
import { Executes } from './executes.tsx';
import { LazyEditor } from './lazy-editor.tsx';
import { NodeList } from './node-list.tsx';
import { Problems } from './problems.tsx';
import { Source } from './source.tsx';
import { StartForm } from './start-form.tsx';
import { WorkflowGraph } from './workflow-graph.tsx';

type Props = {
  params: Promise<{ name: string }>;
  searchParams: Promise<{ from?: string | string[]; edit?: string | string[] }>;
};

async function read(house: Console, name: string, actor: Actor) {
  try {
    return await readWorkflow(house, decodeURIComponent(name), actor);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** What the editor needs of it: the graph stays here. */
function editable({ graph: _, inputs: __, executes: ___, ...rest }: WorkflowDetail) {
  return rest;
}

/** Drawn here: the browser gets where things stand, not the graph. */
function drawn(graph: Graph) {
  const nodes = graph.nodes.map(
    ({ id, name, type, description, enabled, place }): DrawnNode => ({
      node: { id, name, type, description, enabled },
      status: null,
      aside: null,
      rounds: [],
      href: `#line-${place.line}`,
      isSelected: false,
    }),
  );
  return { layout: drawnGraph(graph), nodes, opening: graph.start };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) };
}

export default async function WorkflowPage({ params, searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const workflow = await read(house, (await params).name, actor);
  if (!workflow) return <ConsoleNotFound />;
  const filter = { workflow: workflow.workflow };
  const past = await listRuns(house, filter, actor);
  const query = await searchParams;
  const from = await readRunHead(house, [query.from].flat()[0] ?? '', actor);
  const mayEdit = may(actor, 'edit_workflow');
  const isEdited = mayEdit && query.edit !== undefined;
  return (
    <>
      <PageHeader
        heading={workflow.name}
        parent={{ href: paths.workflows(), label: 'Workflows' }}
        actions={<PaletteButton />}
      >
        {workflow.version && <span className="font-mono text-faint text-xs">v{workflow.version}</span>}
        <FormatBadge format={workflow.format} />
        <LiveBadge />
      </PageHeader>
      <FollowFiles />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 xl:grid-cols-[minmax(0,1fr)_minmax(400px,36%)] phone:p-4">
        {workflow.description && (
          <p className="max-w-[80ch] break-words text-mute xl:col-span-2">{visibleText(workflow.description)}</p>
        )}
        <div className="flex min-w-0 flex-col gap-4 xl:order-2">
          <Panel id="start" heading="Start a run" className="scroll-mt-20">
            <StartForm
              key={from?.id}
              workflow={workflow.workflow}
              inputs={inputsAsIn(workflow.inputs, from?.inputs)}
              from={from?.id}
              kept={keptInputs(workflow.inputs, from?.inputs)}
              isReady={workflow.ok}
            >
              {workflow.ok && (
                <Executes
                  executes={workflow.executes}
                  nodes={workflow.graph?.nodes ?? []}
                  warning={await wallWords(house)}
                />
              )}
            </StartForm>
          </Panel>
          {workflow.graph && (
            <Panel heading="Graph" className="xl:sticky xl:top-[calc(64px+var(--shell-top))] phone:hidden">
              <WorkflowGraph {...drawn(workflow.graph)} />
            </Panel>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {isEdited && <LazyEditor key={workflow.workflow} workflow={editable(workflow)} />}
          {!isEdited && <Problems problems={workflow.problems} file={workflow.workflow} />}
          <Panel heading="Runs of this workflow">
            <RunTable filter={filter} initial={past} variant="workflow">
              <p className="px-4 py-6 text-center text-mute text-sm">Never started.</p>
            </RunTable>
          </Panel>
          {workflow.graph && <NodeList graph={workflow.graph} />}
          {!isEdited && <Source workflow={workflow} mayEdit={mayEdit} />}
        </div>
      </div>
    </>
  );
}
