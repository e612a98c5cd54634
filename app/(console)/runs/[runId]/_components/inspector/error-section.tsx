import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { NodeFacts } from '#lib/engine/view/node-facts.ts';
import { beginningLeftOut } from '#lib/nodes/parts/printed-end.ts';
import { JsonTree } from '../json-tree.tsx';
import { DetailsSection } from './details-section.tsx';
import { FollowingText } from './following-text.tsx';
import { streamNames } from './node-streams.tsx';

type Printed = { stream: 'stdout' | 'stderr'; text: string };

/** What a failed command printed last, where the reason usually is; errors first. */
export function printedIn(error: NodeFacts['error']): Printed[] {
  const details = error?.details;
  if (typeof details !== 'object' || details === null) return [];
  return (['stderr', 'stdout'] as const).flatMap((stream) => {
    const text = (details as Record<string, unknown>)[stream];
    return typeof text === 'string' && text.trim() !== '' ? [{ stream, text }] : [];
  });
}

/** A command's node says at its beginning that there is more. */
function isEndOnly(text: string): boolean {
  return text.startsWith(beginningLeftOut);
}

/** The details without what was printed. */
function restOf(details: unknown): unknown {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return details ?? undefined;
  const rest = Object.entries(details).filter(([name, value]) => !(name in streamNames && typeof value === 'string'));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

export function ErrorSection({ error }: { error: NodeFacts['error'] }) {
  if (!error) return null;
  const rest = restOf(error.details);
  return (
    <>
      <DetailsSection heading="Error" aside={error.code}>
        <CodeBlock label="Error" className="border-failed/35! bg-failed-soft!">
          {error.message}
        </CodeBlock>
        {rest !== undefined && (
          <div className="mt-2">
            <JsonTree value={rest} />
          </div>
        )}
      </DetailsSection>
      <PrintedSections printed={printedIn(error)} />
    </>
  );
}

export function PrintedSections({ printed }: { printed: Printed[] }) {
  return printed.map(({ stream, text }) => (
    <DetailsSection key={stream} heading={streamNames[stream]} aside={isEndOnly(text) ? 'the end of it' : undefined}>
      <FollowingText label={streamNames[stream]} text={text} isError={stream === 'stderr'} />
    </DetailsSection>
  ));
}
