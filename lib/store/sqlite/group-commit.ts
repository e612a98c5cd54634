// One writer for all runs. Commits that arrive in the same turn of the event loop are written in one transaction and
// synced to disk once; each has its own savepoint, so that a failing one undoes only itself. A commit is acknowledged
// after COMMIT and never before. Between groups the event loop turns, so that others join and pages and streams answer while
// runs are busy; only a run that was alone goes on without that, for a moment.
import type { Database } from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import type { Lock } from '../../lock.ts';
import type { Commit, CommitResult } from '../contract/commits.ts';
import { storeError } from './store-error.ts';
import { commitWriter } from './write-commit.ts';

type Waiting = { commit: Commit; resolve: (result: CommitResult) => void; reject: (error: unknown) => void };
type Outcome = { result: CommitResult } | { error: unknown };

/**
 * `failed` turns what the driver threw into what the caller is told. For `longestTurn` milliseconds a run that nobody has
 * joined goes on without waiting for others.
 */
export function groupCommit(db: Database, lock: Lock, failed = storeError, longestTurn = 2) {
  let waiting: Waiting[] = [];
  let turn: Promise<void> | null = null;
  let closed = false;
  /** The run that was alone in the last group, and when the event loop last turned. */
  let alone: string | null = null;
  let turnedAt = 0;

  // Its own transaction when it is alone, a savepoint inside a group's.
  const writeWhole = db.transaction(commitWriter(db));
  const inTransaction = db.transaction((group: Waiting[]) => group.map(({ commit }) => outcomeOf(commit)));

  function outcomeOf(commit: Commit): Outcome {
    try {
      return { result: writeWhole(commit) };
    } catch (error) {
      // A full disk ends the whole transaction, not just the savepoint: then nobody's commit was written.
      if (!db.inTransaction) throw error;
      return { error };
    }
  }

  function writeGroup() {
    const group = waiting;
    const [first] = group;
    waiting = [];
    turn = null;
    alone = first && group.length === 1 ? first.commit.runId : null;
    let outcomes: Outcome[];
    try {
      // Inside a transaction that outlived its group the next one would only be a savepoint, acknowledged but not saved.
      if (db.inTransaction) db.exec('ROLLBACK');
      outcomes =
        first && group.length === 1 ? [{ result: writeWhole.immediate(first.commit) }] : inTransaction.immediate(group);
    } catch (error) {
      const told = failed(error);
      for (const { reject } of group) reject(told);
      return;
    }
    group.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index] as Outcome;
      if ('result' in outcome) resolve(outcome.result);
      else reject(failed(outcome.error));
    });
  }

  async function nextTurn() {
    await new Promise<void>((resolve) => setImmediate(resolve));
    turnedAt = performance.now();
    if (lock.isFree()) return writeGroup();
    const release = await lock.acquire();
    try {
      writeGroup();
    } finally {
      release();
    }
  }

  return {
    commit(commit: Commit): Promise<CommitResult> {
      if (closed) return Promise.reject(new AppError('unavailable', 'The database is closed: Gatehouse is stopping.'));
      return new Promise((resolve, reject) => {
        waiting.push({ commit, resolve, reject });
        if (turn) return;
        const mayGoOn = commit.runId === alone && performance.now() - turnedAt < longestTurn && lock.isFree();
        if (mayGoOn) writeGroup();
        else turn = nextTurn();
      });
    },

    /** Refuses new commits and finishes those that were given. */
    async close() {
      closed = true;
      await turn;
    },
  };
}
