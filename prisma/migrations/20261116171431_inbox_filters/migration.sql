-- DropIndex
DROP INDEX "Link_runId_gateId_idx";

-- AlterTable
ALTER TABLE "Gate" ADD COLUMN "overdueAt" TEXT;

-- CreateTable
CREATE TABLE "GateAssignee" (
    "assignee" TEXT NOT NULL,
    "openedAt" TEXT NOT NULL,
    "gateId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,

    PRIMARY KEY ("runId", "gateId", "assignee"),
    CONSTRAINT "GateAssignee_runId_gateId_fkey" FOREIGN KEY ("runId", "gateId") REFERENCES "Gate" ("runId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "GateAssignee_assignee_openedAt_gateId_runId_idx" ON "GateAssignee"("assignee", "openedAt", "gateId", "runId");

-- CreateIndex
CREATE INDEX "Gate_status_overdueAt_id_runId_idx" ON "Gate"("status", "overdueAt", "id", "runId");

-- CreateIndex
CREATE INDEX "Link_runId_gateId_createdAt_id_idx" ON "Link"("runId", "gateId", "createdAt", "id");

-- Gates that are open already: whom they ask, and from when on they wait too long.
INSERT INTO "GateAssignee" ("assignee", "openedAt", "gateId", "runId")
SELECT DISTINCT coalesce(asked.value, ''), gate.openedAt, gate.id, gate.runId
FROM "Gate" gate LEFT JOIN json_each(gate.gate, '$.assignees') asked
WHERE gate.status = 'open';

UPDATE "Gate" SET "overdueAt" = (
    SELECT min(due.at) FROM (
        SELECT strftime('%Y-%m-%dT%H:%M:%fZ', openedAt, (json_extract(gate, '$.remind_every') / 1000.0) || ' seconds') AS at
        UNION ALL
        SELECT json_extract(gate, '$.expires_at')
    ) due
);
