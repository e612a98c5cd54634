-- A search reads what a row is found by, and no more: it stands before what can be long, and is short itself.
CREATE TABLE "new_RunInputs" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "search" TEXT NOT NULL,
    "inputs" TEXT NOT NULL,
    "sealed" TEXT,
    CONSTRAINT "RunInputs_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_RunInputs" ("runId", "search", "inputs", "sealed")
SELECT "runId", substr("search", 1, 2000), "inputs", "sealed" FROM "RunInputs";
DROP TABLE "RunInputs";
ALTER TABLE "new_RunInputs" RENAME TO "RunInputs";

CREATE TABLE "new_Gate" (
    "runId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "openedAt" TEXT NOT NULL,
    "overdueAt" TEXT,
    "answeredAt" TEXT,
    "search" TEXT NOT NULL DEFAULT '',
    "gate" TEXT NOT NULL,
    "answer" TEXT,

    PRIMARY KEY ("runId", "id"),
    CONSTRAINT "Gate_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Gate" ("runId", "id", "status", "openedAt", "overdueAt", "answeredAt", "search", "gate", "answer")
SELECT "runId", "id", "status", "openedAt", "overdueAt", "answeredAt", substr("search", 1, 2000), "gate", "answer" FROM "Gate";
DROP TABLE "Gate";
ALTER TABLE "new_Gate" RENAME TO "Gate";

-- CreateIndex
CREATE INDEX "Gate_status_overdueAt_id_runId_idx" ON "Gate"("status", "overdueAt", "id", "runId");

-- CreateIndex
CREATE INDEX "Gate_status_answeredAt_id_runId_idx" ON "Gate"("status", "answeredAt", "id", "runId");

-- CreateIndex
CREATE INDEX "Gate_status_openedAt_id_runId_idx" ON "Gate"("status", "openedAt", "id", "runId");

-- CreateIndex
CREATE INDEX "Gate_openedAt_id_runId_idx" ON "Gate"("openedAt", "id", "runId");
