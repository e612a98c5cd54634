-- AlterTable
ALTER TABLE "Link" ADD COLUMN "revokedBy" TEXT;

-- AlterTable
ALTER TABLE "WorkflowVersion" ADD COLUMN "savedBy" TEXT;
