import {
  Ban,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  Wrench,
} from 'lucide-react';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import type { ToolUse } from '#lib/engine/view/conversation/tool-use.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { ArtifactChip } from '../artifacts/artifact-chip.tsx';
import { JsonTree } from '../json-tree.tsx';
import { ResultText } from './said-text.tsx';

const looks: Record<ToolUse['status'], { label: string; icon: LucideIcon; tone: string }> = {
  wanted: { label: 'to be called', icon: CircleMinus, tone: 'text-pending' },
  asked: { label: 'waits for a person', icon: CircleHelp, tone: 'text-waiting' },
  running: { label: 'running', icon: LoaderCircle, tone: 'text-running' },
  done: { label: 'answered', icon: CircleCheck, tone: 'text-completed' },
  failed: { label: 'failed', icon: CircleX, tone: 'text-failed' },
  denied: { label: 'denied', icon: Ban, tone: 'text-failed' },
  refused: { label: 'refused', icon: Ban, tone: 'text-failed' },
  left: { label: 'not carried out', icon: CircleMinus, tone: 'text-cancelled' },
};

type Props = {
  tool: ToolUse;
  runId: string;
  artifacts: readonly ArtifactView[];
  onOpenImage: (id: string) => void;
};

/** A call as the model wanted it, what people made of it, and what came back. */
export function ToolCall({ tool, ...rest }: Props) {
  const { label, icon: Icon, tone } = looks[tool.status];
  const name = visibleText(tool.name);
  return (
    <article aria-label={`Call of ${name}`} className="rounded-md border border-line bg-page">
      <h4 className="flex items-center gap-2 border-line-soft border-b px-2.5 py-1.5 text-xs">
        <Wrench aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="min-w-0 truncate font-medium font-mono">{name}</span>
        <span className={`ml-auto flex shrink-0 items-center gap-1 ${tone}`}>
          <Icon aria-hidden className="size-3.5" />
          {label}
        </span>
        {tool.ms !== undefined && <span className="shrink-0 text-faint tabular-nums">{shortDuration(tool.ms)}</span>}
      </h4>
      <div className="flex flex-col gap-2 px-2.5 py-2">
        <JsonTree value={tool.arguments} open={0} />
        {tool.verdict && (
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
            <PersonMark name={tool.verdict.by} />
            {tool.verdict.allowed ? (tool.changed === undefined ? 'allowed it' : 'allowed it with') : 'denied it'}
            {tool.verdict.comment && <span className="text-mute">: {visibleText(tool.verdict.comment)}</span>}
          </p>
        )}
        {tool.changed !== undefined && <JsonTree value={tool.changed} open={0} />}
        {tool.result !== undefined && (
          <div className="border-line-soft border-t pt-2">
            <ResultText label="Result" text={tool.result} />
          </div>
        )}
        <Pictures ids={tool.images} {...rest} />
      </div>
    </article>
  );
}

export function Pictures({ ids, runId, artifacts, onOpenImage }: Omit<Props, 'tool'> & { ids: string[] }) {
  const images = artifacts.filter(({ id }) => ids.includes(id));
  if (images.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-2">
      {images.map((image) => (
        <ArtifactChip key={image.id} runId={runId} artifact={image} onOpen={() => onOpenImage(image.id)} />
      ))}
    </p>
  );
}
