// What every database behind the Store contract must do, a family at a time. A second database passes this suite or is
// not one.
import { afterEach, beforeEach, describe } from 'vitest';
import { describeArtifacts } from './artifacts.ts';
import { describeAudit } from './audit.ts';
import { describeCheckpoints } from './checkpoints.ts';
import { describeCommits } from './commits.ts';
import { describeDeliveries } from './deliveries.ts';
import { describeEvents } from './events.ts';
import { describeGates } from './gates.ts';
import { describeLinks } from './links.ts';
import type { OpenedStore } from './opened-store.ts';
import { describePeople } from './people.ts';
import { describeRetention } from './retention.ts';
import { describeRuns } from './runs.ts';
import { describeSavedViews } from './saved-views.ts';
import { describeServerApprovals } from './server-approvals.ts';
import { describeSessions } from './sessions.ts';
import { describeSettings } from './settings.ts';
import { describeSnapshots } from './snapshots.ts';
import { describeWork } from './work.ts';
import { describeWorkflowVersions } from './workflow-versions.ts';

const families = [
  describeCommits,
  describeRuns,
  describeWork,
  describeRetention,
  describeEvents,
  describeSnapshots,
  describeCheckpoints,
  describeGates,
  describeArtifacts,
  describeWorkflowVersions,
  describeSavedViews,
  describeServerApprovals,
  describeDeliveries,
  describeLinks,
  describePeople,
  describeSessions,
  describeSettings,
  describeAudit,
];

export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`The store on ${name}`, () => {
    let opened: OpenedStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.cleanup());

    for (const describeFamily of families) describeFamily(() => opened);
  });
}
