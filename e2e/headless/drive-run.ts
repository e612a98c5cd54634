// For tests: takes a scenario's workflow from its start to its end like a client who never loses patience. Whatever it is
// asked it answers by a fixed rule; when the engine dies it starts the next one and asks again for what was not confirmed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GateView } from '#lib/runs/views.ts';
import type { Answers } from './engine-commands.ts';
import { EngineDied, type EngineProcess, startEngineProcess } from './engine-process.ts';
import type { FailPoint } from './fail-point.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A workflow, and what people answer in it: by a fixed rule, so that every run of it goes the same way. */
export type Scenario = {
  file: string;
  answerFor(gate: GateView): { option: string; values?: Record<string, unknown>; by?: string };
  env?: Record<string, string>;
  /** The nodes that write into the ledger and must succeed. */
  commands: string[];
  /** Several places work at once: the order of what they do is not decided by the workflow. */
  isConcurrent: boolean;
  close?(): Promise<void>;
};

/** What the engines said was saved. */
export type Acknowledged = { run: string | null; answers: { gate: string; option: string }[] };

async function driveOn(engine: EngineProcess, scenario: Scenario, inputs: Record<string, unknown>, told: Acknowledged) {
  const source = readFileSync(here(scenario.file), 'utf8');
  const { id: run } = await engine.ask({ do: 'start', source, inputs, key: 'the only run' });
  if (told.run !== null && told.run !== run) throw new Error(`run ${told.run} was acknowledged and is lost`);
  told.run = run;
  for (;;) {
    const { status, gates } = await engine.ask({ do: 'wait', run });
    const [gate] = gates;
    if (status === 'paused') {
      await engine.ask({ do: 'resume', run });
    } else if (gate) {
      const { option, values = {}, by = 'driver' } = scenario.answerFor(gate);
      await engine.ask({ do: 'answer', run, gate: gate.id, option, values, by });
      told.answers.push({ gate: gate.id, option });
    } else {
      return engine.ask({ do: 'state', run });
    }
  }
}

export type Driven = { final: Answers['state']; told: Acknowledged; kills: number };

/** Each engine dies at its own fail point; when there are no more, the last one lives until the run has ended. */
export async function driveRun(
  entry: string,
  scenario: Scenario,
  dataDirectory: string,
  home: string,
  failPoints: FailPoint[],
): Promise<Driven> {
  const inputs = {
    node: process.execPath,
    worker: here('./worker.mjs'),
    server: here('../fakes/mcp-server.mjs'),
    // At home: behind the wall that lasts for a workflow.
    ledger: 'ledger',
  };
  const told: Acknowledged = { run: null, answers: [] };
  for (let kills = 0; ; kills++) {
    const env = { ...scenario.env, HOME: home };
    const engine = startEngineProcess(dataDirectory, failPoints[kills] ?? null, { env, entry });
    const final = await driveOn(engine, scenario, inputs, told).catch((error) => {
      if (error instanceof EngineDied) return null;
      throw error;
    });
    const end = await engine.end();
    if (final) return { final, told, kills };
    if (end !== 'SIGKILL') throw new Error(`the engine ended with ${end} by itself`);
  }
}
