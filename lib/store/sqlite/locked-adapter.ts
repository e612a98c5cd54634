// Prisma's SQLite adapter behind the one lock. The official adapter lets plain statements run inside an open
// transaction of another request, begins deferred, and sends no ROLLBACK when a COMMIT fails. Here statements and
// transactions take the same lock, transactions begin immediate, and commit and rollback really send their SQL.
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type { Lock } from '../../lock.ts';

export function lockedAdapter(
  factory: SqlDriverAdapterFactory,
  lock: Lock,
  /** Called once for each connection, before anything else uses it. */
  prepare: (connection: SqlDriverAdapter) => Promise<void> = async () => {},
): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const connection = await factory.connect();
      await prepare(connection);
      return behindLock(connection, lock);
    },
  };
}

function behindLock(connection: SqlDriverAdapter, lock: Lock): SqlDriverAdapter {
  async function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const release = await lock.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: (query) => exclusively(() => connection.queryRaw(query)),
    executeRaw: (query) => exclusively(() => connection.executeRaw(query)),
    executeScript: (script) => exclusively(() => connection.executeScript(script)),
    dispose: () => exclusively(() => connection.dispose()),
    async startTransaction() {
      const release = await lock.acquire();
      try {
        await connection.executeScript('BEGIN IMMEDIATE');
      } catch (error) {
        release();
        throw error;
      }
      return openTransaction(connection, release);
    },
  };
}

function openTransaction(connection: SqlDriverAdapter, release: () => void): Transaction {
  let open = true;

  function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    return open ? work() : Promise.reject(new Error('This transaction has ended; its statement was not run.'));
  }

  async function end(statement: 'COMMIT' | 'ROLLBACK') {
    if (!open) return;
    open = false;
    try {
      await connection.executeScript(statement);
    } catch (error) {
      // A failed COMMIT leaves the transaction open. Some errors roll back by themselves: then there is nothing to undo.
      await connection.executeScript('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      release();
    }
  }

  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    // With a phantom query Prisma sends no COMMIT or ROLLBACK itself: ours below are the only ones.
    options: { usePhantomQuery: true },
    queryRaw: (query) => whileOpen(() => connection.queryRaw(query)),
    executeRaw: (query) => whileOpen(() => connection.executeRaw(query)),
    createSavepoint: (name) => whileOpen(() => connection.executeScript(`SAVEPOINT ${name}`)),
    rollbackToSavepoint: (name) => whileOpen(() => connection.executeScript(`ROLLBACK TO ${name}`)),
    releaseSavepoint: (name) => whileOpen(() => connection.executeScript(`RELEASE ${name}`)),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  };
}
