'use client';
import { shareGateAction } from '#app/_actions/share-gate.ts';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { QrPicture } from '#app/_components/qr/qr-picture.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { Field } from '#app/_components/ui/field.tsx';
import { Input } from '#app/_components/ui/input.tsx';

type Link = { id: string; name: string | null; created_by: string; expires_at: string; revoked_at: string | null };

type Props = { runId: string; gateId: string; links: Link[]; sendsMail: boolean };

/** Makes, mails, lists and revokes the links of one gate; works without scripts. */
export function LinksForm({ runId, gateId, links, sendsMail }: Props) {
  const [state, act, isPending] = useFormAction(shareGateAction, { message: null, url: null, isLoopback: false });
  return (
    <form action={act} className="flex flex-col gap-4">
      <input type="hidden" name="run" value={runId} />
      <input type="hidden" name="gate" value={gateId} />
      {state.message && <Callout role="status">{state.message}</Callout>}
      {state.url && (
        <Callout variant="accent">
          Copy this address now, or scan it with a phone; it is not shown again:
          <span className="my-1 block break-all font-mono">{state.url}</span>
          <QrPicture text={state.url} label="QR code of this link" />
          {state.isLoopback && 'It works only on this computer; set GATEHOUSE_URL for others.'}
        </Callout>
      )}
      <Field
        id="link-name"
        label="For whom (optional)"
        description={sendsMail ? 'A name or a mail address' : undefined}
      >
        {(control) => <Input {...control} name="name" maxLength={100} />}
      </Field>
      <Field id="link-expires" label="Works for" description="A duration like 12h or 7d; at most 30d">
        {(control) => <Input {...control} name="expires" defaultValue="7d" />}
      </Field>
      <p className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={isPending}>
          Make a link
        </Button>
        {sendsMail && (
          <>
            <Button type="submit" name="send" value="yes" disabled={isPending}>
              Send it by mail
            </Button>
            <span className="text-mute text-xs">Then nobody else has it, and the answer counts as theirs.</span>
          </>
        )}
      </p>
      <ul className="flex flex-col gap-2">
        {links.map(({ id, name, created_by, expires_at, revoked_at }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span>
              {name ?? 'No name'} · by <PersonMark name={created_by} /> ·{' '}
              <span className="whitespace-nowrap">{revoked_at ? 'revoked' : `until ${expires_at.slice(0, 10)}`}</span>
            </span>
            {!revoked_at && (
              <Button type="submit" name="revoke" value={id} disabled={isPending}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}
