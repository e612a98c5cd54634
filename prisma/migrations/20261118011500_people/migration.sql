-- AlterTable
ALTER TABLE "Run" ADD COLUMN "see" TEXT;

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "createdBy" TEXT,
    "closedAt" TEXT
);

-- Whoever signed in before is the owner, the first administrator: nobody notices.
INSERT INTO "Person" ("id", "name", "role", "createdAt")
VALUES ('owner', 'owner', 'administrator', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

-- CreateTable
CREATE TABLE "Group" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "GroupMember" (
    "groupId" TEXT NOT NULL,
    "personId" TEXT NOT NULL,

    PRIMARY KEY ("groupId", "personId"),
    CONSTRAINT "GroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "GroupMember_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "groups" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL,
    "revokedAt" TEXT,
    "acceptedAt" TEXT,
    "acceptedBy" TEXT
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT,
    "createdAt" TEXT NOT NULL,
    "expiresAt" TEXT,
    "lastUsedAt" TEXT,
    "revokedAt" TEXT,
    CONSTRAINT "ApiToken_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Link" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "gateId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "name" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL,
    "revokedAt" TEXT,
    "revokedBy" TEXT,
    "recipient" TEXT,
    "delivered" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "Link_runId_gateId_fkey" FOREIGN KEY ("runId", "gateId") REFERENCES "Gate" ("runId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Link" ("createdAt", "createdBy", "expiresAt", "gateId", "id", "name", "revokedAt", "revokedBy", "runId", "tokenHash") SELECT "createdAt", "createdBy", "expiresAt", "gateId", "id", "name", "revokedAt", "revokedBy", "runId", "tokenHash" FROM "Link";
DROP TABLE "Link";
ALTER TABLE "new_Link" RENAME TO "Link";
CREATE UNIQUE INDEX "Link_tokenHash_key" ON "Link"("tokenHash");
CREATE INDEX "Link_runId_gateId_createdAt_id_idx" ON "Link"("runId", "gateId", "createdAt", "id");
CREATE TABLE "new_Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL,
    "lastSeenAt" TEXT NOT NULL,
    "wayIn" TEXT NOT NULL DEFAULT 'link',
    "address" TEXT,
    "agent" TEXT,
    CONSTRAINT "Session_principal_fkey" FOREIGN KEY ("principal") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Session" ("createdAt", "expiresAt", "id", "lastSeenAt", "principal", "tokenHash") SELECT "createdAt", "expiresAt", "id", "lastSeenAt", "principal", "tokenHash" FROM "Session";
DROP TABLE "Session";
ALTER TABLE "new_Session" RENAME TO "Session";
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");
CREATE INDEX "Session_principal_createdAt_id_idx" ON "Session"("principal", "createdAt", "id");
CREATE TABLE "new_SignInLink" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "principal" TEXT NOT NULL,
    "expiresAt" TEXT NOT NULL,
    CONSTRAINT "SignInLink_principal_fkey" FOREIGN KEY ("principal") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_SignInLink" ("expiresAt", "principal", "tokenHash") SELECT "expiresAt", "principal", "tokenHash" FROM "SignInLink";
DROP TABLE "SignInLink";
ALTER TABLE "new_SignInLink" RENAME TO "SignInLink";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE UNIQUE INDEX "Person_name_key" ON "Person"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Person_email_key" ON "Person"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Group_name_key" ON "Group"("name");

-- CreateIndex
CREATE INDEX "GroupMember_personId_idx" ON "GroupMember"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_createdAt_id_idx" ON "Invitation"("createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_personId_createdAt_id_idx" ON "ApiToken"("personId", "createdAt", "id");
