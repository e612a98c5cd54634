'use client';
// Links that answer this one gate without an account: create, copy, list, revoke.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { QrPicture } from '#app/_components/qr/qr-picture.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import { Dialog } from '#app/_components/ui/dialog.tsx';
import { Field } from '#app/_components/ui/field.tsx';
import { Input } from '#app/_components/ui/input.tsx';
import { Select } from '#app/_components/ui/select.tsx';
import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';
import { createGateLink, listGateLinks, type NewLink, revokeGateLink } from './gate-links.ts';
import { ShareLinkRow } from './share-link-row.tsx';

const lifetimes = { '1h': '1 hour', '1d': '1 day', '7d': '7 days', '30d': '30 days' };

export function ShareDialog({ gate, onClose }: { gate: GateView; onClose: () => void }) {
  const client = useQueryClient();
  const queryKey = ['gate-links', gate.id];
  const links = useQuery({ queryKey, queryFn: () => listGateLinks(gate) });
  const refresh = () => client.invalidateQueries({ queryKey });
  const create = useMutation({
    mutationFn: (link: NewLink) => createGateLink(gate, link),
    onSuccess: refresh,
  });
  const revoke = useMutation({ mutationFn: (linkId: string) => revokeGateLink(gate, linkId), onSuccess: refresh });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const send = (event.nativeEvent.submitter as HTMLButtonElement | null)?.name === 'send';
    create.mutate({ name: String(form.get('name') ?? '').trim(), expires: String(form.get('expires')), send });
  }

  const sendsMail = links.data?.sends_mail === true;
  const problem = create.error ?? revoke.error ?? links.error;
  return (
    <Dialog heading="Share a link to answer" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-mute text-sm">
          Whoever has the link sees what this gate shows, nothing else of the run, and can answer it once. Opening it
          decides nothing.
        </p>
        <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-end gap-2 phone:grid-cols-1">
          <Field id="link-name" label="For whom" note="optional">
            {(control) => (
              <Input
                {...control}
                name="name"
                maxLength={100}
                placeholder={sendsMail ? 'A name or a mail address' : 'A name you will recognise'}
                autoComplete="off"
              />
            )}
          </Field>
          <Field id="link-expires" label="Expires after">
            {(control) => (
              <Select {...control} name="expires" defaultValue="7d" className="w-full">
                {Object.entries(lifetimes).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" variant="primary" disabled={create.isPending} className="h-[34px] phone:h-11">
            Create link
          </Button>
          {sendsMail && (
            <div className="col-span-full flex flex-wrap items-center gap-2">
              <Button type="submit" name="send" size="sm" disabled={create.isPending}>
                Send it by mail
              </Button>
              <span className="text-mute text-xs">Then nobody else has it, and the answer counts as theirs.</span>
            </div>
          )}
        </form>
        <div aria-live="polite" className="flex flex-col gap-2">
          {create.data?.url && <MadeLink url={create.data.url} loopback={create.data.loopback === true} />}
          {create.data && !create.data.url && <Callout variant="accent">Sent to {create.variables.name}.</Callout>}
          {problem && <Callout variant="failed">{problem.message}</Callout>}
        </div>
        {links.data && links.data.links.length > 0 && (
          <ul aria-label="Links to this gate" className="divide-y divide-line-soft border-line border-t">
            {links.data.links.map((link) => (
              <ShareLinkRow
                key={link.id}
                link={link}
                isBusy={revoke.isPending}
                onRevoke={() => revoke.mutate(link.id)}
              />
            ))}
          </ul>
        )}
        {links.data?.next && (
          <ButtonLink href={paths.links(gate.run, gate.id, links.data.next)}>Older links</ButtonLink>
        )}
      </div>
    </Dialog>
  );
}

function MadeLink({ url, loopback }: { url: string; loopback: boolean }) {
  return (
    <>
      <div className="flex items-center gap-2 rounded-md border border-accent/35 bg-accent-soft py-1 pr-1 pl-3">
        <input
          readOnly
          value={url}
          aria-label="The new link"
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 bg-transparent font-mono text-xs outline-none"
        />
        <CopyButton text={url} label="Copy the link" variant="primary" size="sm">
          Copy
        </CopyButton>
      </div>
      <div className="flex items-center gap-4 phone:flex-col phone:items-start">
        <QrPicture text={url} label="QR code of this link" />
        <p className="text-mute text-xs">
          Copy it now, or scan it with a phone: only its fingerprint is kept, so it cannot be shown again.
        </p>
      </div>
      {loopback && (
        <Callout variant="waiting" icon={<TriangleAlert aria-hidden />}>
          This address works on this computer only. For a colleague or a phone, serve the console at an address they can
          reach and create a new link there.
        </Callout>
      )}
    </>
  );
}
