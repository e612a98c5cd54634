-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workflow" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "done" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "currentNode" TEXT,
    "currentType" TEXT,
    "waitingOn" TEXT,
    "startedBy" TEXT NOT NULL,
    "message" TEXT,
    "createdAt" TEXT NOT NULL,
    "startedAt" TEXT,
    "endedAt" TEXT,
    "wakeAt" TEXT,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "parent" TEXT,
    "idempotencyKey" TEXT,
    CONSTRAINT "Run_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "WorkflowVersion" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RunInputs" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "inputs" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    CONSTRAINT "RunInputs_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "node" TEXT,
    "visit" INTEGER,
    "attempt" INTEGER,
    "data" TEXT NOT NULL,

    PRIMARY KEY ("runId", "seq"),
    CONSTRAINT "Event_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Snapshot" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "state" TEXT NOT NULL,

    PRIMARY KEY ("runId", "seq"),
    CONSTRAINT "Snapshot_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Gate" (
    "runId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "openedAt" TEXT NOT NULL,
    "gate" TEXT NOT NULL,
    "answer" TEXT,

    PRIMARY KEY ("runId", "id"),
    CONSTRAINT "Gate_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Link" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "gateId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "name" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL,
    "revokedAt" TEXT,
    CONSTRAINT "Link_runId_gateId_fkey" FOREIGN KEY ("runId", "gateId") REFERENCES "Gate" ("runId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Artifact" (
    "runId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "visit" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "file" TEXT NOT NULL,

    PRIMARY KEY ("runId", "id"),
    CONSTRAINT "Artifact_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Checkpoint" (
    "runId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "state" TEXT NOT NULL,

    PRIMARY KEY ("runId", "name"),
    CONSTRAINT "Checkpoint_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "WorkflowVersion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workflow" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "ServerApproval" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "server" TEXT NOT NULL,
    "workflow" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL,
    "lastSeenAt" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "SignInLink" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "principal" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "Run_createdAt_id_idx" ON "Run"("createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_workflow_createdAt_id_idx" ON "Run"("workflow", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_status_createdAt_id_idx" ON "Run"("status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_wakeAt_idx" ON "Run"("wakeAt");

-- CreateIndex
CREATE UNIQUE INDEX "Run_startedBy_idempotencyKey_key" ON "Run"("startedBy", "idempotencyKey");

-- CreateIndex
CREATE INDEX "Gate_status_openedAt_id_idx" ON "Gate"("status", "openedAt", "id");

-- CreateIndex
CREATE INDEX "Gate_openedAt_id_idx" ON "Gate"("openedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Link_tokenHash_key" ON "Link"("tokenHash");

-- CreateIndex
CREATE INDEX "Link_runId_gateId_idx" ON "Link"("runId", "gateId");

-- CreateIndex
CREATE INDEX "WorkflowVersion_workflow_createdAt_id_idx" ON "WorkflowVersion"("workflow", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");
