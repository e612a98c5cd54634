-- AlterTable
ALTER TABLE "Run" ADD COLUMN "cost" REAL;

-- CreateTable
CREATE TABLE "RunInputValue" (
    "runId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT,
    "createdAt" TEXT NOT NULL,

    PRIMARY KEY ("runId", "name"),
    CONSTRAINT "RunInputValue_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SavedView" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "personId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    CONSTRAINT "SavedView_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "RunInputValue_name_value_createdAt_runId_idx" ON "RunInputValue"("name", "value", "createdAt", "runId");

-- CreateIndex
CREATE UNIQUE INDEX "SavedView_personId_name_key" ON "SavedView"("personId", "name");

-- CreateIndex
CREATE INDEX "Run_startedBy_createdAt_id_idx" ON "Run"("startedBy", "createdAt", "id");

-- Runs that are there already: what they were given, and what they have cost as far as their newest snapshot says.
INSERT INTO "RunInputValue" ("runId", "name", "value", "createdAt")
SELECT run.id, input.key,
    CASE WHEN input.type IN ('true', 'false', 'null') THEN input.type WHEN length(input.value) <= 200 THEN input.value END,
    run.createdAt
FROM "Run" run JOIN "RunInputs" kept ON kept.runId = run.id, json_each(kept.inputs) input;

UPDATE "Run" SET "cost" = nullif((
    SELECT json_extract(state, '$.spent.cost') FROM "Snapshot" WHERE runId = "Run".id ORDER BY seq DESC LIMIT 1
), 0);
