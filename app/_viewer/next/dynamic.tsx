// Stands for next/dynamic where all of the page came at once.
import { type ComponentType, lazy, Suspense } from 'react';

type Loaded<Props> = ComponentType<Props> | { default: ComponentType<Props> };

export default function dynamic<Props extends object>(load: () => Promise<Loaded<Props>>) {
  const Later = lazy(async () => {
    const loaded = await load();
    return 'default' in loaded ? loaded : { default: loaded };
  }) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense>
      <Later {...props} />
    </Suspense>
  );
}
