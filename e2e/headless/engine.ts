// An engine without a server, for killing: takes commands as JSON lines and prints each answer as a JSON line, only after
// the use case resolved. It ends when its input ends, or with SIGKILL at the fail point that its environment names.
import { createInterface } from 'node:readline';
import { startEngine, stopEngine } from '#lib/console/boot.ts';
import { currentEnv } from '#lib/current-env.ts';
import { isTerminal } from '#lib/engine/state.ts';
import { messageOf } from '#lib/errors.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { readEvents } from '#lib/runs/read-events.ts';
import { listArtifacts, readRun } from '#lib/runs/read-run.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { currentStore } from '#lib/store/current-store.ts';
import { createAlarm } from '#lib/stream/alarm.ts';
import { onRunChange } from '#lib/stream/notifier.ts';
import { databaseFileOf, migrate } from '../../prisma/migrate.mjs';
import type { Answers, Command } from './engine-commands.ts';
import { countCommits, type FailPoint } from './fail-point.ts';

const by = 'driver';

function failPointOf({ CRASH_AT, CRASH_WHEN }: NodeJS.ProcessEnv): FailPoint | null {
  return CRASH_AT ? { at: Number(CRASH_AT), when: CRASH_WHEN === 'after' ? 'after' : 'before' } : null;
}

/** Until the run has ended, is paused, or asks something that only a person can answer. */
async function waitForPeople(runId: string): Promise<Answers['wait']> {
  const alarm = createAlarm();
  const stop = onRunChange(runId, alarm.ring);
  try {
    for (;;) {
      const { status, gates } = await readRun(runId);
      const open = gates.filter((gate) => gate.status === 'open' && gate.expires_at === null);
      if (isTerminal(status) || status === 'paused' || open.length > 0) return { status, gates: open };
      await alarm.wait(new AbortController().signal, 60_000);
    }
  } finally {
    stop();
  }
}

async function stateOf(runId: string): Promise<Answers['state']> {
  const [{ state, gates }, { events }, artifacts, unfinished] = await Promise.all([
    readRun(runId),
    readEvents(runId, {}),
    listArtifacts(runId),
    currentStore().listUnfinishedRuns(),
  ]);
  return { state, gates, events, artifacts, unfinished, commits: counter.commits };
}

async function perform(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'start':
      return startRun({
        source: command.source,
        inputs: command.inputs,
        startedBy: by,
        idempotencyKey: command.key,
      });
    case 'wait':
      return waitForPeople(command.run);
    case 'answer': {
      const { run, gate, option, values, by } = command;
      return answerGate({ runId: run, gateId: gate, option, values, by, via: 'test' });
    }
    case 'resume':
      return resumeRun({ runId: command.run, by });
    case 'cancel':
      return cancelRun({ runId: command.run, by });
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

const counter = countCommits(failPointOf(process.env));
migrate(databaseFileOf(currentEnv().databaseUrl));
await startEngine();
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answerTo(line))}\n`);
}
await stopEngine();
