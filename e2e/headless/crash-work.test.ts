import { describeCrashes } from './describe-crashes.ts';
import { createEveryWork } from './every-work.ts';

const everyWorkEnd = {
  status: 'completed',
  message: 'hello 2 written seen 98304',
  checks: { judged: [{ verdict: 'pass' }], draft: [{ verdict: 'pass' }], use: [{ name: 'used', verdict: 'pass' }] },
};

describeCrashes('work that takes its time', createEveryWork, everyWorkEnd);
