-- AlterTable
ALTER TABLE "RunInputs" ADD COLUMN "sealed" TEXT;
