-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "personId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "createdAt" TEXT NOT NULL,
    "lastUsedAt" TEXT,
    CONSTRAINT "Passkey_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UsedChallenge" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "expiresAt" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "Passkey_personId_idx" ON "Passkey"("personId");

-- CreateIndex
CREATE INDEX "UsedChallenge_expiresAt_idx" ON "UsedChallenge"("expiresAt");
