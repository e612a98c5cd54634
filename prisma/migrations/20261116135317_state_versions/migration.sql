-- AlterTable
ALTER TABLE "Checkpoint" ADD COLUMN "version" INTEGER;

-- AlterTable
ALTER TABLE "Snapshot" ADD COLUMN "version" INTEGER;
