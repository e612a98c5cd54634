'use client';
// A part of a panel that is loaded when it is shown. Not by next/dynamic: inside of what that has loaded itself, the files
// which it tells the browser to fetch beforehand are not those that the build made. The server has it before it draws: what
// waits behind a boundary there comes into the page by scripts alone.
import { type ComponentType, lazy, Suspense } from 'react';

const isServer = typeof window === 'undefined';

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  if (isServer) {
    load().then(
      (loaded) => {
        Part = loaded;
      },
      // Whoever draws it is told.
      () => {},
    );
  }
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
