-- AlterTable
ALTER TABLE "Run" ADD COLUMN "wakeOn" TEXT;

-- CreateIndex
CREATE INDEX "Run_wakeOn_idx" ON "Run"("wakeOn");

-- CreateIndex
CREATE INDEX "Run_status_waitingOn_wakeAt_wakeOn_id_idx" ON "Run"("status", "waitingOn", "wakeAt", "wakeOn", "id");

-- CreateIndex
CREATE INDEX "Run_endedAt_id_idx" ON "Run"("endedAt", "id");
