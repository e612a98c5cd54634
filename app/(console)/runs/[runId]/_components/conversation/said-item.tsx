import { Bot, CircleX, Eye, MessageSquareText, ScrollText, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { gateTitle } from '#app/_components/gate-title.ts';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { Said } from '#lib/engine/view/conversation/conversation.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { costWords } from '../cost-words.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { Folded, SaidText } from './said-text.tsx';
import { Pictures, ToolCall } from './tool-call.tsx';

type Props<One = Said> = {
  said: One;
  runId: string;
  artifacts: readonly ArtifactView[];
  naming: Naming;
  url: RunUrl;
  onOpenImage: (id: string) => void;
};

const headings = { instructions: 'Instructions', prompt: 'Prompt', told: 'Told' };
const asides: Record<string, string> = {
  vision: 'Looked at a picture',
  judge: 'Judged',
  resolve: 'Looked for a target',
};

/** One thing that was said, by whom, and the address of the event that says so. */
export function SaidItem({ said, ...rest }: Props) {
  const { url } = rest;
  switch (said.kind) {
    case 'attempt':
      return <h3 className="border-line border-b pb-1 font-semibold text-sm">Attempt {said.attempt}</h3>;
    case 'instructions':
    case 'prompt':
    case 'told':
      return (
        <Card
          icon={said.kind === 'instructions' ? <ScrollText aria-hidden /> : <MessageSquareText aria-hidden />}
          seq={said.seq}
          url={url}
          heading={headings[said.kind]}
        >
          <SaidText label="All of it" text={said.text} isFolded={said.kind === 'instructions'} />
          <Pictures ids={said.pictures} {...rest} />
          {said.images > said.pictures.length && (
            <p className="text-mute text-xs">{said.images === 1 ? 'with a picture' : `with ${said.images} pictures`}</p>
          )}
        </Card>
      );
    case 'answer':
      return <Answer said={said} {...rest} />;
    case 'tool':
      return <ToolCall tool={said.tool} {...rest} />;
    case 'aside':
      return (
        <Card
          icon={<Eye aria-hidden />}
          seq={said.seq}
          url={url}
          heading={asides[said.purpose] ?? said.purpose}
          aside={<Spent spent={said.spent} />}
        >
          <Folded label="Asked">
            <SaidText label="Asked" text={said.prompt} />
          </Folded>
          <SaidText label="Answer" text={said.text} />
        </Card>
      );
    case 'question':
      return (
        <Card icon={<UserRound aria-hidden />} seq={said.seq} url={url} heading={gateTitle(said.gate.message)}>
          <p className="text-sm">
            {said.answer ? (
              <>
                <PersonMark name={said.answer.by} /> answered “{rest.naming.option(said.gate.id, said.answer.option)}”
                {said.answer.comment && `: ${visibleText(said.answer.comment)}`}
              </>
            ) : (
              'Waits for an answer'
            )}
          </p>
        </Card>
      );
    case 'failure':
      return (
        <Card
          icon={<CircleX aria-hidden className="text-failed!" />}
          seq={said.seq}
          url={url}
          heading="The attempt ended"
        >
          <p className="break-words text-failed text-sm">{visibleText(said.text)}</p>
        </Card>
      );
  }
}

function Answer({ said, ...rest }: Props<Extract<Said, { kind: 'answer' }>>) {
  const { text, spent, tools, untold } = said;
  return (
    <Card
      icon={<Bot aria-hidden />}
      seq={said.seq}
      url={rest.url}
      heading={spent ? visibleText(spent.model) : 'The model'}
      aside={spent ? <Spent spent={spent} /> : 'not finished'}
      className="border-accent/35"
    >
      <SaidText label="Answer" text={text} />
      {untold > 0 && (
        <p className="text-mute text-xs">
          {untold} {untold === 1 ? 'call' : 'calls'} of tools
        </p>
      )}
      {tools.map((tool) => (
        <ToolCall key={tool.id} tool={tool} {...rest} />
      ))}
    </Card>
  );
}

function Spent({ spent: { input, output, cost, ms } }: { spent: Extract<Said, { kind: 'aside' }>['spent'] }) {
  const parts = [`${input.toLocaleString('en')} → ${output.toLocaleString('en')}`, cost !== null && costWords(cost)];
  return <span title="Tokens in and out, cost, time">{[...parts, shortDuration(ms)].filter(Boolean).join(' · ')}</span>;
}

function Card({
  icon,
  heading,
  aside,
  seq,
  url,
  className,
  children,
}: {
  icon: ReactNode;
  heading: string;
  aside?: ReactNode;
  seq: number;
  url: RunUrl;
  className?: string;
  children: ReactNode;
}) {
  const place = { tab: 'trace', event: seq } as const;
  return (
    <article aria-label={heading} className={classNames('rounded-lg border border-line bg-panel', className)}>
      <h3 className="flex items-center gap-2 px-3 pt-2 text-xs [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-faint">
        {icon}
        <span className="min-w-0 truncate font-medium">{heading}</span>
        <span className="ml-auto shrink-0 text-faint tabular-nums">{aside}</span>
        <a
          href={url.hrefTo(place)}
          onClick={url.follow(place)}
          aria-label={`Event ${seq}`}
          className="shrink-0 font-mono text-faint hover:text-accent hover:underline"
        >
          {seq}
        </a>
      </h3>
      <div className="flex flex-col gap-2 px-3 pt-1.5 pb-2.5">{children}</div>
    </article>
  );
}
