// For tests: takes the crash workflow from its start to its end like a client who never loses patience. Whatever it is
// asked it answers by a fixed rule; when the engine dies it starts the next one and asks again for what was not confirmed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GateView } from '#lib/runs/views.ts';
import type { Answers } from './engine-commands.ts';
import { EngineDied, type EngineProcess, startEngineProcess } from './engine-process.ts';
import type { FailPoint } from './fail-point.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const source = readFileSync(here('./every-node.yaml'), 'utf8');

const byPurpose: Partial<Record<GateView['purpose'], string>> = {
  server: 'allow',
  checkpoint: 'pause',
  interrupted: 'retry',
};

const bySlot: Record<string, { option: string; values?: Record<string, unknown> }> = {
  'draft/before:0': { option: 'yes' },
  'draft/after:0': { option: 'keep' },
  'approve/self': { option: 'yes' },
  'tell_all/self': { option: 'continue' },
  'details/self': { option: 'submit', values: { name: 'Ada', count: 3 } },
};

function answerFor(gate: GateView): { option: string; values: Record<string, unknown> } {
  const option = byPurpose[gate.purpose];
  if (option !== undefined) return { option, values: {} };
  if (gate.node === 'review') {
    return gate.visit === 1 ? { option: 'no', values: { note: 'once more' } } : { option: 'yes', values: {} };
  }
  const answer = bySlot[`${gate.node}/${gate.slot}`];
  if (!answer) throw new Error(`nobody expected the ${gate.purpose} gate ${gate.node}/${gate.slot}: ${gate.message}`);
  return { values: {}, ...answer };
}

/** What the engines said was saved. */
export type Acknowledged = { run: string | null; answers: { gate: string; option: string }[] };

async function driveOn(engine: EngineProcess, inputs: Record<string, unknown>, told: Acknowledged) {
  const { id: run } = await engine.ask({ do: 'start', source, inputs, key: 'the only run' });
  if (told.run !== null && told.run !== run) throw new Error(`run ${told.run} was acknowledged and is lost`);
  told.run = run;
  for (;;) {
    const { status, gates } = await engine.ask({ do: 'wait', run });
    const [gate] = gates;
    if (status === 'paused') {
      await engine.ask({ do: 'resume', run });
    } else if (gate) {
      const answer = answerFor(gate);
      await engine.ask({ do: 'answer', run, gate: gate.id, ...answer });
      told.answers.push({ gate: gate.id, option: answer.option });
    } else {
      return engine.ask({ do: 'state', run });
    }
  }
}

export type Driven = { final: Answers['state']; told: Acknowledged; kills: number };

/** Each engine dies at its own fail point; when there are no more, the last one lives until the run has ended. */
export async function driveRun(dataDirectory: string, ledger: string, failPoints: FailPoint[]): Promise<Driven> {
  const inputs = {
    node: process.execPath,
    worker: here('./worker.mjs'),
    server: here('../fakes/mcp-server.mjs'),
    ledger,
  };
  const told: Acknowledged = { run: null, answers: [] };
  for (let kills = 0; ; kills++) {
    const engine = startEngineProcess(dataDirectory, failPoints[kills] ?? null);
    const final = await driveOn(engine, inputs, told).catch((error) => {
      if (error instanceof EngineDied) return null;
      throw error;
    });
    const end = await engine.end();
    if (final) return { final, told, kills };
    if (end !== 'SIGKILL') throw new Error(`the engine ended with ${end} by itself`);
  }
}
