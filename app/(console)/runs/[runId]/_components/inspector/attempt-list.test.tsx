import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emptyTimeline, foldTimeline } from '#lib/engine/view/timeline.ts';
import { error, eventsAt, started } from '#lib/testing/engine/timed-events.ts';
import { addressOf, placeOf, type RunPlace } from '../run-place.ts';
import { AttemptList } from './attempt-list.tsx';

const url = {
  hrefTo: (place: Partial<RunPlace>) => addressOf('/runs/1', placeOf(new URLSearchParams()), place),
  follow: () => () => {},
};

test('U22 three attempts are counted as three, however many pauses lay between them, and each has an address', () => {
  const again = (attempt: number) => ({ error, next_attempt: attempt + 1, not_before: '' });
  const events = eventsAt(
    [0, started('a')],
    [1, { type: 'retry', node: 'a', visit: 1, attempt: 1, data: again(1) }],
    [2, started('a', 2)],
    [3, { type: 'retry', node: 'a', visit: 1, attempt: 2, data: again(2) }],
    [4, started('a', 3)],
    [5, { type: 'node_failed', node: 'a', visit: 1, attempt: 3, data: { error } }],
  );
  const bars = foldTimeline(emptyTimeline, events).tracks.a?.bars ?? [];
  const list = renderToStaticMarkup(<AttemptList runId="1" node="a" bars={bars} attempts={3} url={url} />);
  expect(list.match(/<li/g)).toHaveLength(3);
  expect(list).toMatch(/Attempts<span[^>]*>3</);
  expect(list).toContain('href="/runs/1?node=a&amp;visit=1&amp;attempt=2"');
  expect(list).toContain('/runs/1/compare?node=a&amp;visit=1&amp;attempt=2&amp;with_visit=1&amp;with_attempt=3');
});
