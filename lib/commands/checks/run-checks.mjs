import { generateClient } from '../../../prisma/generate.mjs';
import { checkStages } from './check-stages.mjs';
import { runStage } from './stage.mjs';

generateClient();
let failed = 0;
for (const { title, command } of checkStages) {
  if (!(await runStage(title, command))) failed += 1;
}
console.log(`\n${checkStages.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
