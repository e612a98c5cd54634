-- DropIndex
DROP INDEX "Gate_openedAt_id_idx";

-- DropIndex
DROP INDEX "Gate_status_openedAt_id_idx";

-- AlterTable
ALTER TABLE "Gate" ADD COLUMN "answeredAt" TEXT;

-- AlterTable
ALTER TABLE "Gate" ADD COLUMN "search" TEXT NOT NULL DEFAULT '';

-- Gates that there are already: when they were answered, and what they are found by.
UPDATE "Gate" SET
    "answeredAt" = json_extract(answer, '$.at'),
    "search" = substr(lower(
        coalesce(json_extract(gate, '$.node'), '')
        || coalesce(char(10) || json_extract(answer, '$.by'), '')
        || coalesce(char(10) || (
            SELECT json_extract(option.value, '$.label') FROM json_each(gate, '$.options') option
            WHERE json_extract(option.value, '$.id') = json_extract(answer, '$.option')
        ), '')
        || coalesce(char(10) || json_extract(answer, '$.comment'), '')
        || coalesce(char(10) || (SELECT group_concat(asked.value, char(10)) FROM json_each(gate, '$.assignees') asked), '')
        || coalesce(char(10) || json_extract(gate, '$.message'), '')
    ), 1, 4000);

-- Addresses are the same however they are written.
UPDATE OR REPLACE "GateAssignee" SET "assignee" = lower("assignee") WHERE instr("assignee", '@') > 0;

-- CreateIndex
CREATE INDEX "Gate_status_answeredAt_id_runId_idx" ON "Gate"("status", "answeredAt", "id", "runId");

-- CreateIndex
CREATE INDEX "Gate_status_openedAt_id_runId_idx" ON "Gate"("status", "openedAt", "id", "runId");

-- CreateIndex
CREATE INDEX "Gate_openedAt_id_runId_idx" ON "Gate"("openedAt", "id", "runId");
