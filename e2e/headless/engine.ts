// An engine without a server, for killing: takes commands as JSON lines and prints each answer as a JSON line, only after
// the use case resolved. It ends when its input ends, or with SIGKILL at the fail point that its environment names.
import { createInterface } from 'node:readline';
import { startEngine } from '#lib/console/boot.ts';
import { isTerminal } from '#lib/engine/state.ts';
import { readEnv } from '#lib/env.ts';
import { messageOf } from '#lib/errors.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { readEvents } from '#lib/runs/read-events.ts';
import { listArtifacts, readRun } from '#lib/runs/read-run.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { createAlarm } from '#lib/stream/alarm.ts';
import { addPeople, somebody } from '../../lib/testing/actors.ts';
import { databaseFileOf, migrate } from '../../prisma/migrate.mjs';
import type { Answers, Command } from './engine-commands.ts';
import { watchWrites } from './fail-point.ts';

const by = 'driver';

/** Until the run has ended, is paused, or asks something that only a person can answer. */
async function waitForPeople(runId: string): Promise<Answers['wait']> {
  const alarm = createAlarm();
  const stop = house.notifier.onRunChange(runId, alarm.ring);
  try {
    for (;;) {
      const { status, gates } = await readRun(house, runId);
      const open = gates.filter((gate) => gate.status === 'open' && gate.expires_at === null);
      if (isTerminal(status) || status === 'paused' || open.length > 0) return { status, gates: open };
      await alarm.wait(new AbortController().signal, 60_000);
    }
  } finally {
    stop();
  }
}

async function stateOf(runId: string): Promise<Answers['state']> {
  const [{ state, gates }, { events }, { artifacts }, unfinished] = await Promise.all([
    readRun(house, runId),
    readEvents(house, runId, {}),
    listArtifacts(house, runId),
    house.store.listUnfinishedRuns(),
  ]);
  return { state, gates, events, artifacts, unfinished, writes };
}

async function perform(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'start':
      return startRun(house, {
        source: command.source,
        inputs: command.inputs,
        actor: somebody(by),
        idempotencyKey: command.key,
      });
    case 'wait':
      return waitForPeople(command.run);
    case 'answer': {
      const { run, gate, option, values, by } = command;
      return answerGate(house, { runId: run, gateId: gate, option, values, actor: somebody(by) });
    }
    case 'resume':
      return resumeRun(house, { runId: command.run, actor: somebody(by) });
    case 'cancel':
      return cancelRun(house, { runId: command.run, actor: somebody(by) });
    case 'state':
      return stateOf(command.run);
  }
}

async function answerTo(line: string): Promise<unknown> {
  try {
    return { ok: true, result: await perform(JSON.parse(line) as Command) };
  } catch (error) {
    return { ok: false, error: messageOf(error) };
  }
}

const { writes, watch } = watchWrites(JSON.parse(process.env.CRASH_AT ?? 'null'));
const env = readEnv();
migrate(databaseFileOf(env.databaseUrl));
const { house, stop: stopEngine } = await startEngine(env, watch);
// Where there is one account there are no votes; after a crash they are there already.
await addPeople(house, somebody('one'), somebody('two'));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answerTo(line))}\n`);
}
await stopEngine();
