'use client';
// What a model, its tools and people said to each other, in order, while it is said.
import { useMemo } from 'react';
import { shortDuration } from '#app/_components/time-words.ts';
import { conversationOf, type Said } from '#lib/engine/view/conversation/conversation.ts';
import type { ModelUse } from '#lib/engine/view/model-use.ts';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { costWords } from '../cost-words.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { SaidItem } from './said-item.tsx';

type Props = {
  runId: string;
  shown: NodeView;
  isWhole: boolean;
  artifacts: readonly ArtifactView[];
  naming: Naming;
  url: RunUrl;
  onOpenImage: (id: string) => void;
};

export function ConversationPane({ shown, isWhole, ...rest }: Props) {
  const { said, use } = useMemo(() => conversationOf(shown.visitEvents), [shown.visitEvents]);
  const items = said.filter((one) => one.kind !== 'attempt' || isOneOfSeveral(said));
  if (items.length === 0) return <p className="px-4 text-mute text-sm">Nothing was said yet.</p>;
  return (
    <div className="px-4">
      {use && <InAll use={use} />}
      {!isWhole && (
        <p className="mb-3 text-mute text-xs">
          There are more events than fit here; parts are left out. The trace has every one of them.
        </p>
      )}
      <ol aria-label="Conversation" className="flex flex-col gap-3">
        {items.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was said stays where it is
          <li key={index} className="min-w-0">
            <SaidItem said={one} {...rest} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function isOneOfSeveral(said: Said[]): boolean {
  return said.filter(({ kind }) => kind === 'attempt').length > 1;
}

function InAll({ use }: { use: ModelUse }) {
  const parts = [
    `${use.calls} ${use.calls === 1 ? 'call' : 'calls'}`,
    `${use.input.toLocaleString('en')} tokens in`,
    `${use.output.toLocaleString('en')} out`,
    use.cost === null ? 'no price' : costWords(use.cost),
    shortDuration(use.ms),
  ];
  return <p className="mb-3 text-mute text-xs tabular-nums">In all: {parts.join(' · ')}</p>;
}
