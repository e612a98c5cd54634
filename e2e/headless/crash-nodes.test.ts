import { describeCrashes } from './describe-crashes.ts';
import { everyNode } from './every-node.ts';

const everyNodeEnd = {
  status: 'completed',
  message: 'Ada got 3',
  computed: { figures: { one: 1, two: 2 }, said: 'one pixel', sum: 3, who: 'Ada' },
  flags: { approved: true },
  custom: { phase: 'recovered' },
  user_responses: { review: { id: 'yes' }, nobody: { id: 'later' }, details: { values: { name: 'Ada', count: 3 } } },
  nodes: {
    flaky: { attempts: 2, status: 'completed' },
    draft: { visits: 2 },
    slow: { status: 'failed' },
    useless: { status: 'skipped' },
  },
};

describeCrashes('every kind of node and answer', async () => everyNode, everyNodeEnd);
