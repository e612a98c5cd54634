-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "nextAt" TEXT NOT NULL,
    "lastError" TEXT,
    "createdAt" TEXT NOT NULL,
    CONSTRAINT "Delivery_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Delivery_status_nextAt_idx" ON "Delivery"("status", "nextAt");

-- CreateIndex
CREATE INDEX "Delivery_createdAt_id_idx" ON "Delivery"("createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_runId_seq_channel_target_key" ON "Delivery"("runId", "seq", "channel", "target");
