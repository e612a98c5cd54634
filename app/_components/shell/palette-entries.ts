// What the palette offers for what was typed: what can be done here, gates, runs, workflows, places. Runs are found by the
// server among all there are; the rest is chosen from here.
import { type RunStatus, runStatuses } from '#lib/engine/state.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { InboxGate, RunSummary, WorkflowSummary } from '#lib/runs/views.ts';
import type { RunListFilter } from '../../_client/run-list-filter.ts';
import { shortId } from '../short-id.ts';
import type { PaletteRun } from './palette-run.ts';

/** Besides going somewhere: a verb of the run that is looked at, or another look. */
export type PaletteAct =
  | { kind: 'verb'; runId: string; verb: string /** Asked before it is done. */; question: string | null }
  | { kind: 'theme'; theme: string };

export type PaletteEntry = {
  id: string;
  group: 'This run' | 'Waiting for you' | 'Runs' | 'Start' | 'Workflows' | 'Nodes of this run' | 'Places' | 'Look';
  label: string;
  hint: string;
  does: { href: string } | PaletteAct;
};

const place = (id: string, label: string, hint: string, href: string): PaletteEntry => ({
  ...{ id: `place-${id}`, group: 'Places', label, hint },
  does: { href },
});

const places: PaletteEntry[] = [
  place('runs', 'Runs', 'g r', paths.runs()),
  place('bundles', 'Open a bundle', 'runs', paths.bundles()),
  place('gates', 'Gates', 'g g', paths.gates()),
  place('workflows', 'Workflows', 'g w', paths.workflows()),
  place('settings', 'Settings', 'g s', paths.settings()),
  place('profile', 'Your profile', 'settings', paths.profile()),
  place('audit', 'Audit log', 'settings', paths.audit()),
];

const looks = ['system', 'light', 'dark'].map(
  (theme): PaletteEntry => ({
    ...{ id: `theme-${theme}`, group: 'Look', label: `Theme: ${theme}`, hint: 'theme' },
    does: { kind: 'theme', theme },
  }),
);

const most = 6;

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean);
const statusOf = (word: string) => runStatuses.find((status) => status === word);

/** What the server is asked for: a word that is a status means that one, all others are looked for. */
export function runsTyped(typed: string): RunListFilter {
  const words = wordsOf(typed.replaceAll('#', ' '));
  const status: RunStatus | undefined = words.map(statusOf).find(Boolean);
  const q = words.filter((word) => !status || word !== status).join(' ');
  return { ...(status ? { status } : {}), ...(q ? { q } : {}) };
}

/** Verbs that need nothing but a press, in the order in which they are offered. */
const pressed: Record<string, string | null> = {
  pause: null,
  resume: null,
  again: null,
  cancel: 'Cancel this run? What is running is stopped; it can be taken up again from any node.',
};

function runActs({ id, buttons, retryHref }: PaletteRun): PaletteEntry[] {
  const retry: PaletteEntry[] = retryHref
    ? [{ id: 'run-retry', group: 'This run', label: 'Retry what failed…', hint: 'plan', does: { href: retryHref } }]
    : [];
  const acts = Object.entries(pressed).flatMap(([verb, question]): PaletteEntry[] => {
    const button = buttons.find(({ value }) => value === verb);
    const does = { kind: 'verb', runId: id, verb, question } as const;
    return button
      ? [{ id: `run-${verb}`, group: 'This run', label: `${button.label}${question ? '…' : ''}`, hint: 'run', does }]
      : [];
  });
  return [...retry, ...acts];
}

export type Found = { runs: RunSummary[]; workflows: WorkflowSummary[]; gates: InboxGate[]; run: PaletteRun | null };

export function paletteEntries(typed: string, { runs, workflows, gates, run }: Found): PaletteEntry[] {
  const words = wordsOf(typed);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const runEntries = runs.map((found): PaletteEntry => {
    const label = `${visibleText(found.name)} #${shortId(found.id)}`;
    return { id: `run-${found.id}`, group: 'Runs', label, hint: found.status, does: { href: paths.run(found.id) } };
  });
  const gateEntries = gates
    .filter((gate) => fits(`answer gate ${gate.message} ${gate.run_name} ${gate.node_name}`))
    .map((gate): PaletteEntry => {
      const id = `gate-${gate.run}-${gate.id}`;
      const label = `Answer: ${visibleText(gate.message)}`;
      const does = { href: `${paths.run(gate.run)}#gate` };
      return { id, group: 'Waiting for you', label, hint: visibleText(gate.run_name), does };
    });
  const nodeEntries = (run?.nodes ?? [])
    .filter(({ id, name, type }) => words.length > 0 && fits(`node ${id} ${name} ${type}`))
    .map(({ id, name, type }): PaletteEntry => {
      const does = { href: `${paths.run(run?.id ?? '')}?node=${encodeURIComponent(id)}` };
      return { id: `node-${id}`, group: 'Nodes of this run', label: visibleText(name), hint: type, does };
    });
  const startEntries = workflows
    .filter((workflow) => workflow.ok && fits(`start ${workflow.name} ${workflow.workflow}`))
    .map((workflow): PaletteEntry => {
      const does = { href: `${paths.workflow(workflow.workflow)}#start` };
      const label = `Start ${visibleText(workflow.name)}`;
      return { id: `start-${workflow.workflow}`, group: 'Start', label, hint: workflow.workflow, does };
    });
  const workflowEntries = workflows
    .filter((workflow) => fits(`workflow ${workflow.name} ${workflow.workflow}`))
    .map((workflow): PaletteEntry => {
      const does = { href: paths.workflow(workflow.workflow) };
      const label = visibleText(workflow.name);
      return { id: `workflow-${workflow.workflow}`, group: 'Workflows', label, hint: `v${workflow.version}`, does };
    });
  // Whoever types a name mostly means a run of it; whoever only looks is told first who waits for them.
  const waiting = gateEntries.slice(0, 3);
  return [
    ...(run ? runActs(run).filter(({ label }) => fits(`${label} run`)) : []),
    ...nodeEntries.slice(0, most),
    ...(words.length === 0 ? waiting : []),
    ...runEntries.slice(0, most),
    ...(words.length === 0 ? [] : waiting),
    ...startEntries.slice(0, most),
    ...workflowEntries.slice(0, most),
    ...places.filter(({ label }) => fits(label)),
    ...looks.filter(({ label }) => words.length > 0 && fits(`${label} look`)),
  ];
}
