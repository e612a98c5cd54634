'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { checkHost, linkBase } from '#lib/http/own-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { createGateLink, revokeGateLink } from '#lib/people/gate-links.ts';

export type ShareState = { message: string | null; url: string | null; isLoopback: boolean };

/** Makes a link, or revokes one, as the pressed button says. The address of a new link is shown this once. */
export async function shareGate(_before: ShareState, form: FormData): Promise<ShareState> {
  await assertSameOrigin(currentConsole());
  const { name: by } = await requirePagePrincipal();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [runId, gateId, revoke] = [text('run'), text('gate'), text('revoke')];
  try {
    if (revoke) {
      await revokeGateLink(currentConsole(), runId, gateId, revoke);
      revalidatePath(paths.run(runId), 'layout');
      return { message: 'The link was revoked.', url: null, isLoopback: false };
    }
    const { publicUrl } = currentConsole().env;
    const base = linkBase(checkHost(await headers(), publicUrl), publicUrl);
    const name = text('name');
    const expires = text('expires');
    const link = await createGateLink(currentConsole(), {
      runId,
      gateId,
      by,
      base,
      ...(name ? { name } : {}),
      ...(expires ? { expires } : {}),
    });
    revalidatePath(paths.run(runId), 'layout');
    return { message: null, url: link.url, isLoopback: link.loopback };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { message: error.message, url: null, isLoopback: false };
  }
}
