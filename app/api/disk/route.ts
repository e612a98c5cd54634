import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { readDiskUse } from '#lib/runs/upkeep/disk-use.ts';

export const GET = route({}, () => readDiskUse(currentConsole()));
