import { route } from '#lib/http/route.ts';
import { diskUse, readDiskUse } from '#lib/runs/upkeep/disk-use.ts';

export const GET = route(
  { may: 'administer', summary: 'What the console takes on the disk, in bytes', answers: { 200: diskUse } },
  ({ house }) => readDiskUse(house),
);
