-- AlterTable
ALTER TABLE "SignInLink" ADD COLUMN "wayIn" TEXT NOT NULL DEFAULT 'link';
