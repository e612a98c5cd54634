import { describeCrashes } from './describe-crashes.ts';
import { everyWay } from './every-way.ts';

const everyWayEnd = {
  status: 'completed',
  message: '2 3 2',
  computed: { child: 40, shared_number: 2 },
  custom: { count: 2 },
  nodes: { step: { visits: 2 }, piece: { visits: 3 } },
};

describeCrashes('every way a run can take', async () => everyWay, everyWayEnd);
