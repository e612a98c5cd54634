import Link from 'next/link';
import { paths } from '#lib/paths.ts';
import type { RunSummary } from '#lib/runs/views.ts';
import { takeUpRunAction } from '../../_actions/take-up-run.ts';
import { shortId } from '../../_components/short-id.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Panel } from '../../_components/ui/panel.tsx';

/** Runs that nobody works on and nothing will move. There should be none: each was taken up again once by itself. */
export function StuckRuns({ runs }: { runs: RunSummary[] }) {
  return (
    <Panel heading="Stuck runs" aside="looked for every 30 seconds">
      {runs.length === 0 ? (
        <p className="px-4 py-3 text-mute text-sm">None. Every run has somebody or something that moves it.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {runs.map(({ id, name, status, current_node }) => (
            <li key={id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
              <div className="min-w-0 flex-1">
                <Link href={paths.run(id)} prefetch={false} className="font-medium hover:underline">
                  {name}
                </Link>
                <p className="text-mute text-xs">
                  <span className="font-mono">{shortId(id)}</span>, {status}
                  {current_node && ` at ${current_node}`}
                </p>
              </div>
              <form action={takeUpRunAction}>
                <input type="hidden" name="run" value={id} />
                <Button type="submit" aria-label={`Take up ${name} ${shortId(id)} again`}>
                  Take up again
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
