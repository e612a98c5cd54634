'use client';
// A run out of a bundle, as the run page shows runs. What it remembers of one bundle is not used for the next.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type BundleVerdict, checkBundle } from '#app/_client/bundle/check-bundle.ts';
import type { OpenBundle } from '#app/_client/bundle/open-bundle.ts';
import { RunSourceProvider } from '#app/_client/run-source.tsx';
import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { RunScreen } from '../runs/[runId]/_components/run-screen.tsx';
import { BundleNotice } from './bundle-notice.tsx';
import { BundleVerdictWords } from './bundle-verdict.tsx';
import { DrawnOrNot } from './drawn-or-not.tsx';

const nobody = { person: '', canOverride: false, people: [] };

export function BundleScreen({ bundle }: { bundle: OpenBundle }) {
  const { name, page, source } = bundle;
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const [verdict, setVerdict] = useState<BundleVerdict | null>(null);
  const [checked, setChecked] = useState({ done: 0, of: bundle.manifest.files.length });
  useEffect(() => {
    let isWanted = true;
    void checkBundle(bundle, (done, of) => isWanted && setChecked({ done, of })).then(
      (found) => isWanted && setVerdict(found),
    );
    return () => {
      isWanted = false;
    };
  }, [bundle]);
  useEffect(() => {
    const { status, name, id } = page.run;
    document.title = `${lookOf(status).label} · ${visibleText(name)} #${shortId(id)} · from a bundle`;
  }, [page]);
  return (
    <QueryClientProvider client={client}>
      <RunSourceProvider value={source}>
        <DrawnOrNot name={name}>
          <RunScreen
            page={page}
            buttons={[]}
            viewer={nobody}
            notice={
              <BundleNotice name={name} view={page.run}>
                <BundleVerdictWords verdict={verdict} checked={checked} />
              </BundleNotice>
            }
          />
        </DrawnOrNot>
      </RunSourceProvider>
    </QueryClientProvider>
  );
}
