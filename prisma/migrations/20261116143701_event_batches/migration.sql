-- Without a rowid there is no second index to write for each step.
-- CreateTable
CREATE TABLE "EventBatch" (
    "runId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "events" TEXT NOT NULL,

    PRIMARY KEY ("runId", "first"),
    CONSTRAINT "EventBatch_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
