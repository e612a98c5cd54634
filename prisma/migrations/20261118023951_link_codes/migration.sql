-- CreateTable
CREATE TABLE "LinkCode" (
    "linkId" TEXT NOT NULL PRIMARY KEY,
    "codeHash" TEXT,
    "expiresAt" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "sent" INTEGER NOT NULL,
    CONSTRAINT "LinkCode_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "Link" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
