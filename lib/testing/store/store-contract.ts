// What every database behind the Store contract must do. A second database passes this suite or is not one.
import { afterEach, beforeEach, describe } from 'vitest';
import { describeCommits } from './commits.ts';
import { describeDeliveries } from './deliveries.ts';
import { describeEvents } from './events.ts';
import type { OpenedStore } from './opened-store.ts';
import { describePeople } from './people.ts';
import { describeRetention } from './retention.ts';
import { describeRunLists } from './run-lists.ts';
import { describeRunParts } from './run-parts.ts';

export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`The store on ${name}`, () => {
    let opened: OpenedStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.cleanup());

    const given = () => opened;
    describeCommits(given);
    describeEvents(given);
    describeRunParts(given);
    describeRunLists(given);
    describeRetention(given);
    describeDeliveries(given);
    describePeople(given);
  });
}
