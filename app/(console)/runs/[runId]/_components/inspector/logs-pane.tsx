import { ScrollText } from 'lucide-react';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { RunUrl } from '../use-run-url.ts';
import { PrintedSections, printedIn } from './error-section.tsx';
import { NodeStreams } from './node-streams.tsx';

type Props = { node: string; shown: NodeView; isRunning: boolean; url: RunUrl };

/** The end of what was printed, errors first where it failed; all of it is a click away. */
export function LogsPane({ node, shown, isRunning, url }: Props) {
  const visit = shown.visit ?? (shown.visits > 1 ? shown.visits : null);
  const place = { tab: 'logs', node, visit, attempt: shown.attempt } as const;
  const printed = printedIn(shown.facts?.error ?? null);
  return (
    <>
      <p className="px-4 py-3">
        <ButtonLink href={url.hrefTo(place)} onClick={url.follow(place)} size="sm">
          <ScrollText aria-hidden />
          Open the full log
        </ButtonLink>
      </p>
      {printed.length > 0 ? (
        <PrintedSections printed={printed} />
      ) : (
        <NodeStreams events={shown.events} node={node} isRunning={isRunning} />
      )}
    </>
  );
}
