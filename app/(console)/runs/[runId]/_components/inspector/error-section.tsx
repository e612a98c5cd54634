import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { NodeFacts } from '#lib/engine/view/node-facts.ts';
import { JsonTree } from '../json-tree.tsx';
import { DetailsSection } from './details-section.tsx';

export function ErrorSection({ error }: { error: NodeFacts['error'] }) {
  if (!error) return null;
  return (
    <DetailsSection heading="Error" aside={error.code}>
      <CodeBlock label="Error" className="border-failed/35! bg-failed-soft!">
        {error.message}
      </CodeBlock>
      {error.details !== undefined && error.details !== null && (
        <div className="mt-2">
          <JsonTree value={error.details} />
        </div>
      )}
    </DetailsSection>
  );
}
