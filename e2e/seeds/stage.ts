// Where the stories are played: a running console with folders of its own, a model that answers as the story says, and people
// who answer gates, all over HTTP. A story is the YAML that somebody would write, walked until it ends or nobody answers.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { EventOf, EventType, RunEvent } from '../../lib/engine/events.ts';
import type { GateView, RunDetail, RunSummary } from '../../lib/runs/views.ts';
import { type ScratchEngine, startScratchEngine } from '../../lib/testing/scratch-engine.ts';
import { whenRun } from '../../lib/testing/scratch-run.ts';
import { type Asked, type FakeReply, type ModelServer, startModelServer } from '../fakes/model-server.ts';
import { serveRoutes } from '../fixtures/route-server.ts';

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

type Checked = { ok: boolean; problems: { line: number; message: string }[] };

const token = 'a-token-for-the-stories-0123456789';
const pageSize = 1000;

export function stage(env: Record<string, string> = {}) {
  let model: ModelServer;
  let engine: ScratchEngine;
  let http: Awaited<ReturnType<typeof serveRoutes>>;
  const workflows = mkdtempSync(join(tmpdir(), 'gatehouse-seeds-'));

  beforeAll(async () => {
    model = await startModelServer();
    engine = await startScratchEngine({
      ...model.env,
      GATEHOUSE_WORKFLOWS: workflows,
      GATEHOUSE_TOKEN: token,
      ...env,
    });
    http = await serveRoutes();
  });
  afterAll(async () => {
    http.server.close();
    http.server.closeAllConnections();
    await engine.stop();
    await model.stop();
    rmSync(workflows, { recursive: true, force: true });
  });

  /** What the console answers; a refusal is thrown in its own words. */
  async function api<Body>(method: 'GET' | 'POST', path: string, given?: unknown): Promise<Body> {
    const response = await fetch(`http://127.0.0.1:${http.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof given === 'string' ? 'text/yaml' : 'application/json',
      },
      ...(given === undefined ? {} : { body: typeof given === 'string' ? given : JSON.stringify(given) }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(body.error.message);
    return body;
  }

  const start = (source: string, inputs: Record<string, unknown> = {}) =>
    api<{ id: string }>('POST', '/api/runs', { source, inputs });

  async function eventsOf(id: string): Promise<RunEvent[]> {
    const all: RunEvent[] = [];
    for (;;) {
      const after = all.at(-1)?.seq ?? 0;
      const { events } = await api<{ events: RunEvent[] }>(
        'GET',
        `/api/runs/${id}/events?after=${after}&limit=${pageSize}`,
      );
      all.push(...events);
      if (events.length < pageSize) return all;
    }
  }

  function put(folder: string, files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }

  async function goOn(id: string, people: People): Promise<Played> {
    for (;;) {
      await whenRun(id, (one) => isOver(one) || openGateOf(one) !== undefined);
      const run = await api<RunDetail>('GET', `/api/runs/${id}`);
      const gate = openGateOf(run);
      const said = gate && !isOver(run) ? people(gate) : null;
      if (!gate || said === null) return told(run, gate);
      const reply = typeof said === 'string' ? { option: said } : said;
      await api('POST', `/api/runs/${id}/gates/${gate.id}`, reply);
    }
  }

  async function told(run: RunDetail, gate: GateView | undefined): Promise<Played> {
    const events = await eventsOf(run.id);
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
        const { id } = await start(text, inputs);
        return await goOn(id, people);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    goOn,
    whenRun,
    start,
    validate: (source: string) => api<Checked>('POST', '/api/validate', source),
    /** One of the records that a run leaves as. */
    async record({ id }: Played, as: string): Promise<string> {
      const address = `http://127.0.0.1:${http.port}/api/runs/${id}/export?as=${as}`;
      return (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).text();
    },
    /** How the run is listed, once it is so. A called run may be what changes it. */
    async whenSummary(id: string, isSo: (summary: RunSummary) => boolean): Promise<RunSummary> {
      for (;;) {
        const { runs } = await api<{ runs: RunSummary[] }>('GET', '/api/runs');
        const found = runs.find((one) => one.id === id);
        if (found && isSo(found)) return found;
        await nextTurn();
      }
    },
    /** A file of a run's workspace. */
    read: ({ run }: Played, path: string) => readFileSync(join(run.state.workspace, path), 'utf8'),
  };
}
