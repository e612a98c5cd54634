-- CreateTable
CREATE TABLE "Identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "createdAt" TEXT NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "Identity_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Identity_personId_idx" ON "Identity"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_issuer_personId_key" ON "Identity"("issuer", "personId");
