// The store on SQLite. The engine's hot path (commit, and what streams and resuming read) uses the driver; lists, links,
// sessions and the rest are Prisma queries. The database must have been migrated before.
import { createLock } from '../../lock.ts';
import type { Store } from '../contract/store.ts';
import { allQueries } from '../prisma/all-queries.ts';
import { auditStatements } from './audit.ts';
import { connectDriver, connectPrisma } from './connect.ts';
import { databaseSize } from './database-size.ts';
import { eventStatements } from './events.ts';
import { readFigures } from './figures.ts';
import { gateStatements } from './gates.ts';
import { groupCommit } from './group-commit.ts';
import { watchPlace } from './in-place.ts';
import { countOpenGates, listClaimedGates, pageOfGates } from './list-gates.ts';
import { countRuns, listInputNames, listRunIds, listRuns, listStarters } from './list-runs.ts';
import { personStatements } from './people.ts';
import { runStatements } from './runs.ts';
import { snapshotStatements } from './snapshots.ts';
import { failureOf, type OnFailure } from './store-error.ts';

export async function openDatabase(file: string, onFailure: OnFailure = () => {}): Promise<Store> {
  const failed = failureOf(onFailure);
  const told =
    <Given extends unknown[], Found>(read: (...given: Given) => Found) =>
    async (...given: Given) => {
      try {
        return read(...given);
      } catch (error) {
        throw failed(error);
      }
    };
  // Taken by every write, every Prisma statement and every Prisma transaction. Without it a plain write lands inside
  // somebody else's open transaction and vanishes with its rollback, and two connections that write at once deadlock the
  // event loop until the busy timeout.
  const lock = createLock();
  const db = connectDriver(file);
  const prisma = await connectPrisma(file, lock, failed);
  const writer = groupCommit(db, lock, failed);
  const runs = runStatements(db);
  const events = eventStatements(db);
  const snapshots = snapshotStatements(db);
  const gates = gateStatements(db);
  const audit = auditStatements(db);
  const exclusively = async (write: () => void) => {
    const release = await lock.acquire();
    try {
      write();
    } catch (error) {
      throw failed(error);
    } finally {
      release();
    }
  };
  const people = personStatements(db);

  return {
    ...allQueries(prisma),
    commit: writer.commit,
    readRun: told(runs.read),
    readSealed: told(runs.readSealed),
    findRunByKey: told(runs.findByKey),
    listRuns: (filter) => listRuns(prisma, filter),
    countRuns: (filter) => countRuns(prisma, filter),
    listRunIds: (filter, limit) => listRunIds(prisma, filter, limit),
    readFigures: (filter) => readFigures(prisma, filter),
    listInputNames: (runs) => listInputNames(prisma, runs),
    listStarters: () => listStarters(prisma),
    pageOfGates: (page) => pageOfGates(prisma, page),
    listClaimedGates: () => listClaimedGates(prisma),
    countOpenGates: (which) => countOpenGates(prisma, which),
    readEvents: told(events.read),
    readSnapshot: told(snapshots.read),
    readGate: told(gates.read),
    readPerson: told(people.read),
    countPeople: told(people.count),
    lastSealed: told(audit.last),
    unsealedAudit: told(audit.unsealed),
    readAuditEnd: told(audit.readEnd),
    sealAudit: (places, end) => exclusively(() => audit.seal.immediate(places, end)),
    databaseSize: () => databaseSize(file),
    isInPlace: watchPlace(file),
    async close() {
      await writer.close();
      await prisma.$disconnect();
      db.close();
    },
  };
}
