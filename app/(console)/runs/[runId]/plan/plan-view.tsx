import type { ReactNode } from 'react';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { Panel } from '#app/_components/ui/panel.tsx';
import type { RewindPlan } from '#lib/engine/rewind/plan-rewind.ts';
import type { Naming } from '../_components/naming.ts';

const ofThisRun =
  'Nothing has happened yet. What is running is stopped, open questions are closed, and the run stands here:';
const ofNewRun =
  'Nothing has happened yet. This run stays as it is; a new one begins with a copy of its files, as they are now, and stands here:';

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

type Props = { makesRun: boolean; plan: RewindPlan; naming: Naming };

/** A plan in words, part by part; a part with nothing in it says so. */
export function PlanView({ makesRun, plan, naming }: Props) {
  const nameOf = (id: string) => (
    <span className="font-medium" title={id}>
      {naming.node(id)}
    </span>
  );
  return (
    <>
      <div>
        <p className="text-mute text-sm">{makesRun ? ofNewRun : ofThisRun}</p>
        <ul className="mt-1.5 text-sm">
          {plan.position.map(({ node, how }) => (
            <li key={`${node} ${how}`}>
              {how} {nameOf(node)}
            </li>
          ))}
        </ul>
      </div>
      {plan.text && (
        <Part heading="The file" none="It says the same in other words.">
          {[
            ...plan.text.changed.map((node) => <li key={node}>{nameOf(node)} is changed</li>),
            ...plan.text.added.map((node) => <li key={node}>{nameOf(node)} is new</li>),
            ...plan.text.removed.map((node) => <li key={node}>{nameOf(node)} is gone</li>),
            ...plan.text.head.map((part) => (
              <li key={`.${part}`}>
                <Name>{part}</Name> is changed
              </li>
            )),
          ]}
        </Part>
      )}
      <Part heading="Can run again" none="Nothing that has run can be reached from there.">
        {plan.runs_again.map((node) => (
          <li key={node}>{nameOf(node)}</li>
        ))}
      </Part>
      <Part heading="Answers" none="Nobody has answered anything.">
        {plan.answers.map(({ node, gate, option, by, kept }) => (
          <li key={gate}>
            {nameOf(node)} “{naming.option(gate, option)}”, by <PersonMark name={by} />:{' '}
            {kept ? 'kept' : 'asked again when the run gets there'}
          </li>
        ))}
      </Part>
      <Part heading="Done outside since then, not undone" none="Nothing was done outside.">
        {plan.not_undone.map(({ node, visit, what }) => (
          <li key={`${node} ${visit}`}>
            {nameOf(node)} {visit > 1 && `visit ${visit}: `}
            <code className="break-all font-mono text-mute text-xs">{what}</code>
          </li>
        ))}
      </Part>
      <Part heading="Data" none="The data stay as they are.">
        {plan.data_changes.map(({ path, now, then }) => (
          <li key={path}>
            <Name>{path}</Name>{' '}
            <code className="break-all font-mono text-mute text-xs">
              {brief(now)} → {brief(then)}
            </code>
          </li>
        ))}
      </Part>
    </>
  );
}

function Part({ heading, none, children }: { heading: string; none: string; children: ReactNode[] }) {
  return (
    <Panel heading={heading} aside={children.length > 0 ? children.length : undefined}>
      {children.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
        <ul tabIndex={0} aria-label={heading} className="flex max-h-72 flex-col gap-1 overflow-auto px-4 py-3 text-sm">
          {children}
        </ul>
      ) : (
        <p className="px-4 py-3 text-faint text-sm">{none}</p>
      )}
    </Panel>
  );
}

function Name({ children }: { children: string }) {
  return <span className="font-medium font-mono text-xs">{children}</span>;
}
