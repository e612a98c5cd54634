-- AlterTable
ALTER TABLE "Run" ADD COLUMN "concurrencyKey" TEXT;

-- CreateIndex
CREATE INDEX "Run_concurrencyKey_workflow_idx" ON "Run"("concurrencyKey", "workflow");
