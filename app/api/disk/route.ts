import { route } from '#lib/http/route.ts';
import { readDiskUse } from '#lib/runs/upkeep/disk-use.ts';

export const GET = route({}, () => readDiskUse());
