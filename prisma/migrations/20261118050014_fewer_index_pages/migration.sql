-- DropIndex
DROP INDEX "AuditEntry_at_idx";

-- DropIndex
DROP INDEX "AuditEntry_subject_id_idx";

-- DropIndex
DROP INDEX "AuditEntry_who_id_idx";

-- DropIndex
DROP INDEX "AuditEntry_act_id_idx";

-- DropIndex
DROP INDEX "AuditEntry_number_key";

-- DropIndex
DROP INDEX "Run_endedAt_id_idx";

-- DropIndex
DROP INDEX "Run_wakeOn_idx";

-- DropIndex
DROP INDEX "Run_concurrencyKey_workflow_idx";

-- DropIndex
DROP INDEX "Run_startedBy_idempotencyKey_key";

-- DropIndex
DROP INDEX "Run_wakeAt_idx";

-- CreateIndex
CREATE INDEX "AuditEntry_act_id_idx" ON "AuditEntry"("act", "id") WHERE "number" IS NOT NULL;

-- CreateIndex
CREATE INDEX "AuditEntry_who_id_idx" ON "AuditEntry"("who", "id") WHERE "number" IS NOT NULL;

-- CreateIndex
CREATE INDEX "AuditEntry_subject_id_idx" ON "AuditEntry"("subject", "id") WHERE "number" IS NOT NULL;

-- CreateIndex
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at") WHERE "number" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "AuditEntry_number_key" ON "AuditEntry"("number") WHERE "number" IS NOT NULL;

-- CreateIndex
CREATE INDEX "Run_wakeAt_idx" ON "Run"("wakeAt") WHERE "wakeAt" IS NOT NULL;

-- CreateIndex
CREATE INDEX "Run_wakeOn_idx" ON "Run"("wakeOn") WHERE "wakeOn" IS NOT NULL;

-- CreateIndex
CREATE INDEX "Run_endedAt_id_idx" ON "Run"("endedAt", "id") WHERE "endedAt" IS NOT NULL;

-- CreateIndex
CREATE INDEX "Run_concurrencyKey_workflow_idx" ON "Run"("concurrencyKey", "workflow") WHERE "concurrencyKey" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "Run_startedBy_idempotencyKey_key" ON "Run"("startedBy", "idempotencyKey") WHERE "idempotencyKey" IS NOT NULL;
