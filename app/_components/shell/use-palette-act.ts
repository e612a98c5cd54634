'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { savePreferenceAction } from '../../_actions/save-preference.ts';
import { useGoTo } from '../../_client/wanted-page.ts';
import type { PaletteAct, PaletteEntry } from './palette-entries.ts';

/** Does what an entry says. What is refused is said, and the palette stays. */
export function usePaletteAct(onDone: () => void) {
  const goTo = useGoTo();
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isActing, setActing] = useState(false);

  async function act(does: PaletteAct): Promise<string | null> {
    if (does.kind === 'theme') {
      const form = new FormData();
      form.set('name', 'theme');
      form.set('value', does.theme);
      await savePreferenceAction(form);
      return null;
    }
    const response = await fetch(paths.api.runControl(does.runId, does.verb), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const body = await response.json();
    if (!response.ok) throw new Error(body?.error?.message ?? `The console answered ${response.status}.`);
    return does.verb === 'again' ? paths.run(body.id) : null;
  }

  async function run({ does }: PaletteEntry): Promise<void> {
    if ('href' in does) {
      onDone();
      return goTo(does.href);
    }
    setActing(true);
    setProblem(null);
    try {
      const leadsTo = await act(does);
      onDone();
      leadsTo ? goTo(leadsTo) : router.refresh();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work; try again.');
    } finally {
      setActing(false);
    }
  }
  return { run, problem, isActing };
}
