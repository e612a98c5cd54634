// What the palette offers for what was typed: runs, workflows to open, workflows to start, places.
import { paths } from '#lib/paths.ts';
import type { RunSummary, WorkflowSummary } from '#lib/runs/views.ts';
import { shortId } from '../short-id.ts';

export type PaletteEntry = {
  id: string;
  group: 'Runs' | 'Start' | 'Workflows' | 'Places';
  label: string;
  hint: string;
  href: string;
};

const places: PaletteEntry[] = [
  { id: 'place-runs', group: 'Places', label: 'Runs', hint: 'g r', href: paths.runs() },
  { id: 'place-gates', group: 'Places', label: 'Gates', hint: 'g g', href: paths.gates() },
  { id: 'place-workflows', group: 'Places', label: 'Workflows', hint: 'g w', href: paths.workflows() },
  { id: 'place-settings', group: 'Places', label: 'Settings', hint: 'g s', href: paths.settings() },
  { id: 'place-audit', group: 'Places', label: 'Audit log', hint: 'settings', href: paths.audit() },
];

const most = 6;

export function paletteEntries(typed: string, runs: RunSummary[], workflows: WorkflowSummary[]): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const runEntries = runs
    .filter((run) => fits(`${run.name} ${run.workflow} ${run.id} #${shortId(run.id)} ${run.status}`))
    .map((run): PaletteEntry => {
      const label = `${run.name} #${shortId(run.id)}`;
      return { id: `run-${run.id}`, group: 'Runs', label, hint: run.status, href: paths.run(run.id) };
    });
  const startEntries = workflows
    .filter((workflow) => workflow.ok && fits(`start ${workflow.name} ${workflow.workflow}`))
    .map((workflow): PaletteEntry => {
      const href = `${paths.workflow(workflow.workflow)}#start`;
      return {
        id: `start-${workflow.workflow}`,
        group: 'Start',
        label: `Start ${workflow.name}`,
        hint: workflow.workflow,
        href,
      };
    });
  const workflowEntries = workflows
    .filter((workflow) => fits(`workflow ${workflow.name} ${workflow.workflow}`))
    .map((workflow): PaletteEntry => {
      const href = paths.workflow(workflow.workflow);
      return {
        id: `workflow-${workflow.workflow}`,
        group: 'Workflows',
        label: workflow.name,
        hint: `v${workflow.version}`,
        href,
      };
    });
  return [
    ...runEntries.slice(0, most),
    ...startEntries.slice(0, most),
    ...workflowEntries.slice(0, most),
    ...places.filter((place) => fits(place.label)),
  ];
}
