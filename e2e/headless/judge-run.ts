// For tests: what must be true of a run after its engines were killed. All of it is read from what is on disk and from
// the last engine's answer; nothing is taken from the memory of the killed ones.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { attemptDirectory } from '#lib/clients/files/files.ts';
import { processesByEnvironment } from '#lib/clients/process/process-table.ts';
import type { Gate, RunEvent } from '#lib/engine/events.ts';
import type { Driven, Scenario } from './drive-run.ts';
import type { Answers } from './engine-commands.ts';

const visitOf = ({ node, visit }: { node?: string; visit?: number }) => `${node}/${visit}`;
const attemptOf = (event: RunEvent) => `${visitOf(event)}/${event.attempt}`;
const ofType = <Type extends RunEvent['type']>(events: RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

/** How often an attempt was cut off, and when things happened, depend on the kill; the rest of a run may not. */
export function withoutTheKill({ isConcurrent }: Scenario, { state, events, artifacts }: Answers['state']) {
  const inOrder = <T>(items: T[]): T[] =>
    isConcurrent ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  // An attempt that is tried again asks again for its tools.
  const isOfAttempt = ({ purpose }: Gate) => purpose === 'interrupted' || purpose === 'tool';
  const ofAttempts = new Set(
    ofType(events, 'gate_opened').flatMap(({ data }) => (isOfAttempt(data.gate) ? [data.gate.id] : [])),
  );
  const { status, message, computed, flags, custom, user_responses, history } = state;
  // Where a node's text was left is named after the run.
  const outputs: Record<string, unknown> = JSON.parse(JSON.stringify(state.outputs).replaceAll(state.run, 'the run'));
  return {
    run: { status, message, computed, flags, custom, user_responses, active: state.active, gates: state.gates },
    // Of several at once, the last one to end is the one whose output is kept. An exec_id names its run and its attempt.
    outputs: isConcurrent
      ? []
      : Object.entries(outputs).map(([node, output]) => [node, { ...(output as object), at: null, exec_id: null }]),
    nodes: inOrder(Object.entries(state.nodes).map(([node, { status, visits }]) => ({ node, status, visits }))),
    history: inOrder(history.tail.map(({ node, outcome }) => ({ node, outcome }))),
    warnings: state.warnings.map(({ message, node }) => ({ message, node })),
    checkpoints: Object.entries(state.checkpoints).map(([name, { label }]) => ({ name, label })),
    answers: ofType(events, 'gate_answered')
      .filter(({ data }) => !ofAttempts.has(data.gate))
      .map((event) => [visitOf(event), event.data.answer.option, event.data.answer.by]),
    finished: inOrder(
      events.flatMap((event) =>
        ['node_completed', 'node_skipped', 'node_failed'].includes(event.type)
          ? [`${event.type} ${visitOf(event)}`]
          : [],
      ),
    ),
    // What "slow" managed to print before its time was over is not decided by the workflow; an attempt that was cut off
    // may have saved what the next one saves again.
    artifacts: inOrder([
      ...new Set(
        artifacts.flatMap(({ node, visit, name, sha256 }) =>
          node === 'slow' ? [] : [`${node}/${visit}/${name} ${sha256}`],
        ),
      ),
    ]),
  };
}

function judgeEvents({ final: { events }, told }: Driven): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const answered = ofType(events, 'gate_answered').map(({ data }) => data);
  expect(new Set(answered.map(({ gate }) => gate)).size, 'every gate is answered once').toBe(answered.length);
  for (const { gate, option } of told.answers) {
    expect(answered.find((one) => one.gate === gate)?.answer.option, `the acknowledged answer to ${gate}`).toBe(option);
  }
  const finished = new Set<string>();
  for (const event of events) {
    if (event.type === 'node_started') expect(finished, 'a finished visit starts again').not.toContain(visitOf(event));
    if (event.type === 'node_completed' || event.type === 'node_skipped') finished.add(visitOf(event));
  }
}

/** Where there is a wall a workflow has a home of its own. */
function ledgerIn(dataDirectory: string, home: string): string {
  const homes = join(dataDirectory, 'homes');
  const [own] = existsSync(homes) ? readdirSync(homes) : [];
  return own === undefined ? join(home, 'ledger') : join(homes, own, 'ledger');
}

/** Each line of the ledger is one attempt that really ran. */
function judgeLedger({ commands }: Scenario, events: RunEvent[], lines: string[]): void {
  expect(new Set(lines).size, 'no attempt ran twice').toBe(lines.length);
  const claimed = ofType(events, 'node_started').map(attemptOf);
  expect(claimed, 'nothing ran that was not claimed').toEqual(expect.arrayContaining(lines));
  const mayRepeat = [...ofType(events, 'node_interrupted'), ...ofType(events, 'retry')].map(visitOf);
  for (const visit of new Set(lines.map((line) => line.slice(0, line.lastIndexOf('/'))))) {
    const times = lines.filter((line) => line.startsWith(`${visit}/`)).length;
    expect(times, visit).toBeLessThanOrEqual(1 + mayRepeat.filter((one) => one === visit).length);
  }
  const isCommand = (event: RunEvent) => commands.includes(event.node ?? '');
  const completed = ofType(events, 'node_completed').filter(isCommand).map(attemptOf);
  expect(lines, 'what is said to be done was done').toEqual(expect.arrayContaining(completed));
}

function judgeDatabase(dataDirectory: string): void {
  const db = new Database(join(dataDirectory, 'gatehouse.db'), { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(db.prepare('SELECT DISTINCT status FROM "Run"').all()).toEqual([{ status: 'completed' }]);
    expect(db.prepare('SELECT 1 FROM "Gate" WHERE status = \'open\'').all()).toEqual([]);
  } finally {
    db.close();
  }
}

function judgeFiles(dataDirectory: string, { state, artifacts }: Answers['state']): void {
  for (const { node, visit, attempt, name, sha256 } of artifacts) {
    const place = { workflow: state.workflow, runId: state.run, node, visit, attempt };
    const bytes = readFileSync(join(attemptDirectory(dataDirectory, place).artifacts, name));
    expect(createHash('sha256').update(bytes).digest('hex'), `${node}/${name}`).toBe(sha256);
  }
}

export async function judgeRun(scenario: Scenario, dataDirectory: string, home: string, driven: Driven): Promise<void> {
  judgeEvents(driven);
  judgeLedger(scenario, driven.final.events, readFileSync(ledgerIn(dataDirectory, home), 'utf8').trim().split('\n'));
  judgeDatabase(dataDirectory);
  judgeFiles(dataDirectory, driven.final);
  expect(driven.final.unfinished).toEqual([]);
  const isOurs = (variables: Map<string, string>) =>
    variables.get('GATEHOUSE_WORKSPACE')?.startsWith(dataDirectory) === true;
  expect(await processesByEnvironment(isOurs), 'no process is left').toEqual([]);
}
