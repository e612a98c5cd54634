// What "checked" means, for `npm run check` and `npm test`: formatting, lint and types of everything, tests
// and scripts included, and nothing exported or installed that is not used.
import { binary } from './stage.mjs';

export const checkStages = [
  { title: 'Biome', command: [process.execPath, binary('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
  { title: 'TypeScript', command: [process.execPath, binary('typescript/bin/tsc'), '--noEmit'] },
  { title: 'Knip', command: [process.execPath, binary('knip/bin/knip.js'), '--treat-config-hints-as-errors'] },
];
