import { Lock, LockOpen } from 'lucide-react';
import { Fragment } from 'react';
import { wayWords } from '#app/_components/act-words.ts';
import type { GateView } from '#lib/runs/views.ts';

type Answer = NonNullable<GateView['answer']>;

const short = (hash: string) => hash.slice(0, 8);

/** What proves an answer, in one quiet line: the way in, where from, what was shown, which key signed it. */
export function AnswerReceipt({ answer: { via, address, shown, signature, person } }: { answer: Answer }) {
  const key = signature?.split(':', 1)[0];
  const facts = [
    { text: wayWords(via), title: person },
    ...(address ? [{ text: address, title: 'Where it came from' }] : []),
    ...(shown ? [{ text: `shown ${short(shown)}`, title: `What was shown: ${shown}` }] : []),
    key ? { text: `signed ${short(key)}`, title: `Signed with key ${key}` } : { text: 'not signed', title: undefined },
  ];
  const Icon = key ? Lock : LockOpen;
  return (
    <p className="mt-1 text-2xs text-faint">
      <Icon aria-hidden className="mr-1 inline size-3 align-[-2px]" />
      {facts.map(({ text, title }, index) => (
        <Fragment key={text}>
          {index > 0 && ' · '}
          <span title={title}>{text}</span>
        </Fragment>
      ))}
    </p>
  );
}
