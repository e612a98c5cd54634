// Where the stories are played: a console's engine with folders of its own, a model that answers as the story says, and
// people who answer gates. A story is the YAML that somebody would write, walked until it ends or nobody answers.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { EventOf, EventType, RunEvent } from '../../lib/engine/events.ts';
import { answerGate } from '../../lib/runs/answer-gate.ts';
import { listRuns } from '../../lib/runs/list-runs.ts';
import { startRun } from '../../lib/runs/start-run.ts';
import type { GateView, RunDetail, RunSummary } from '../../lib/runs/views.ts';
import { somebody, tester } from '../../lib/testing/actors.ts';
import { house } from '../../lib/testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../lib/testing/scratch-engine.ts';
import { allEventsOf, whenRun } from '../../lib/testing/scratch-run.ts';
import { type Asked, type FakeReply, type ModelServer, startModelServer } from '../fakes/model-server.ts';

type Reply = { option: string; values?: Record<string, unknown>; comment?: string };
/** What a person says to a gate; null leaves it open, and the story stops there. */
type People = (gate: GateView) => Reply | string | null;

export type Story = {
  inputs?: Record<string, unknown>;
  /** Files of the run's workspace before it begins. */
  files?: Record<string, string>;
  people?: People;
  model?: (asked: Asked) => FakeReply;
};

export type Played = {
  id: string;
  run: RunDetail;
  events: RunEvent[];
  of<Type extends EventType>(type: Type): EventOf<Type>[];
  /** The gate that nobody answered. */
  gate: GateView | undefined;
  /** The nodes whose visits ended, in order. */
  path: string[];
};

const isOver = ({ status }: RunDetail) => ['completed', 'failed', 'cancelled', 'paused'].includes(status);
const openGateOf = (run: RunDetail) => run.gates.find(({ status }) => status === 'open');

/** The text that the model was given to work on, and what it was told since. */
export const promptOf = ({ messages }: Asked): string =>
  messages
    .filter(({ role }) => role !== 'assistant')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');

/** How often the model has answered in this attempt. */
export const turnOf = ({ messages }: Asked): number => messages.filter(({ role }) => role === 'assistant').length;

/** Calls a tool of the workspace. */
export const calls = (name: string, args: Record<string, unknown>): FakeReply => ({
  calls: [{ name, arguments: args }],
});

export function stage(env: Record<string, string> = {}) {
  let model: ModelServer;
  let engine: ScratchEngine;
  const workflows = mkdtempSync(join(tmpdir(), 'gatehouse-seeds-'));

  beforeAll(async () => {
    model = await startModelServer();
    engine = await startScratchEngine({ ...model.env, GATEHOUSE_WORKFLOWS: workflows, ...env });
  });
  afterAll(async () => {
    await engine.stop();
    await model.stop();
    rmSync(workflows, { recursive: true, force: true });
  });

  function put(folder: string, files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }

  async function goOn(id: string, people: People): Promise<Played> {
    for (;;) {
      const run = await whenRun(id, (one) => isOver(one) || openGateOf(one) !== undefined);
      const gate = openGateOf(run);
      const said = gate && !isOver(run) ? people(gate) : null;
      if (!gate || said === null) return told(run, gate);
      const reply = typeof said === 'string' ? { option: said } : said;
      await answerGate(house, { runId: id, gateId: gate.id, actor: somebody('ada'), ...reply });
    }
  }

  async function told(run: RunDetail, gate: GateView | undefined): Promise<Played> {
    const events = await allEventsOf(run.id);
    return {
      id: run.id,
      run,
      events,
      of: <Type extends EventType>(type: Type) => events.filter((event): event is EventOf<Type> => event.type === type),
      gate: isOver(run) ? undefined : gate,
      path: run.state.history.tail.map(({ node }) => node),
    };
  }

  return {
    get model() {
      return model;
    },
    get engine() {
      return engine;
    },
    workflows,
    /** Files beside the workflows: skills, commands, agents, other workflows. */
    beside: (files: Record<string, string>) => put(workflows, files),
    async play(source: string, story: Story = {}): Promise<Played> {
      const { inputs = {}, people = () => null } = story;
      model.asked.length = 0;
      model.answerWith(story.model ?? []);
      const folder = mkdtempSync(join(tmpdir(), 'gatehouse-seed-files-'));
      put(folder, story.files ?? {});
      const text = story.files ? `${source.trimEnd()}\nworkspace: { path: ${folder} }\n` : source;
      try {
        const { id } = await startRun(house, { source: text, inputs, actor: tester });
        return await goOn(id, people);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    goOn,
    whenRun,
    start: (source: string, inputs: Record<string, unknown> = {}) => startRun(house, { source, inputs, actor: tester }),
    /** How the run is listed, once it is so. A called run may be what changes it. */
    async whenSummary(id: string, isSo: (summary: RunSummary) => boolean): Promise<RunSummary> {
      for (;;) {
        const { runs } = await listRuns(house, {});
        const found = runs.find((one) => one.id === id);
        if (found && isSo(found)) return found;
        await nextTurn();
      }
    },
    /** A file of a run's workspace. */
    read: ({ run }: Played, path: string) => readFileSync(join(run.state.workspace, path), 'utf8'),
  };
}
