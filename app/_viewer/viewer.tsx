// The run page of a bundle as one file: what run.html runs, and all that it runs. Built once with the console
// (lib/commands/serve/build-viewer.mjs); the run itself stands in the page as data.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { RunEvent } from '#lib/engine/events.ts';
import type { ViewerData } from '#lib/export/bundle-page.ts';
import { keepEvents } from '../_client/bundle/kept-events.ts';
import { keptPage } from '../_client/bundle/kept-page.ts';
import { keptSource } from '../_client/bundle/kept-source.ts';
import { RunSourceProvider } from '../_client/run-source.tsx';
import { TimeProvider } from '../_components/time.tsx';
import { BundleNotice } from '../(console)/bundles/bundle-notice.tsx';
import { DrawnOrNot } from '../(console)/bundles/drawn-or-not.tsx';
import { RunScreen } from '../(console)/runs/[runId]/_components/run-screen.tsx';
import { besideFiles } from './beside-files.ts';
import { tellOfMoves } from './next/navigation.ts';

const nobody = { person: '', canOverride: false, people: [] };

function dataIn<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as Data;
}

function Viewer() {
  const data = dataIn<ViewerData>('bundle');
  const kept = keepEvents(dataIn<RunEvent[]>('events'), data.graph);
  const page = keptPage(kept, data.graph);
  return (
    <RunSourceProvider value={keptSource(kept, besideFiles(data), null)}>
      <RunScreen
        page={page}
        buttons={[]}
        viewer={nobody}
        notice={
          <BundleNotice name={data.name} view={page.run}>
            <p className="mt-1 text-mute">
              This page checks nothing: <code className="font-mono text-xs">npx gatehouse verify {data.name}</code>{' '}
              does, and so does a console on whose runs page the zip is dropped.
            </p>
          </BundleNotice>
        }
      />
    </RunSourceProvider>
  );
}

const root = document.getElementById('run');
if (root) {
  tellOfMoves();
  // Drawn once: what is read out of the page is read once.
  const viewer = <Viewer />;
  createRoot(root).render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
    >
      <TimeProvider now={Date.now()}>
        <main id="content" className="flex min-h-dvh min-w-0 flex-col">
          <DrawnOrNot name="run.html">{viewer}</DrawnOrNot>
        </main>
      </TimeProvider>
    </QueryClientProvider>,
  );
}
