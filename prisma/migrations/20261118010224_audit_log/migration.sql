-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "who" TEXT NOT NULL,
    "subject" TEXT,
    "entry" TEXT NOT NULL,
    "number" INTEGER,
    "hash" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "AuditEntry_number_key" ON "AuditEntry"("number");

-- CreateIndex
CREATE INDEX "AuditEntry_act_id_idx" ON "AuditEntry"("act", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_who_id_idx" ON "AuditEntry"("who", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_subject_id_idx" ON "AuditEntry"("subject", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at");
