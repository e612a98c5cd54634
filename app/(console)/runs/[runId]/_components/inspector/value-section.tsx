import { JsonTree } from '../json-tree.tsx';
import { DetailsSection } from './details-section.tsx';

/** A value of any kind, if there is one. */
export function ValueSection({ heading, value }: { heading: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <DetailsSection heading={heading}>
      <JsonTree value={value} />
    </DetailsSection>
  );
}
