import { generateClient } from '../../../prisma/generate.mjs';

generateClient();
await import('../../bench/main.ts');
