import { Server, Sparkles, SquareTerminal } from 'lucide-react';
import type { WorkflowDetail } from '#lib/runs/views.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';

const kinds = {
  command: { icon: SquareTerminal, label: 'Node' },
  server: { icon: Server, label: 'Server' },
  model: { icon: Sparkles, label: 'Model' },
};

type Entry = WorkflowDetail['executes'][number];
type Props = { executes: Entry[]; nodes: readonly GraphNode[] };
type Shown = Props & { warning: string | null };

/** So many lines stand open; a few more are not worth a fold. */
const shownAtOnce = 8;
const spared = 2;

/** What a person agrees to by starting: every program, server and model, as written in the file. */
export function Executes({ executes, nodes, warning }: Shown) {
  const sorted = byOwner(executes).flat();
  const shown = sorted.length <= shownAtOnce + spared ? sorted.length : shownAtOnce;
  const folded = sorted.slice(shown);
  return (
    <section aria-labelledby="executes" className="rounded-md border border-line bg-page">
      <h3 id="executes" className="border-line border-b px-3 py-2 font-medium text-xs">
        This run will execute
      </h3>
      {sorted.length === 0 && (
        <p className="px-3 py-2.5 text-mute text-xs">No command, no server, no model: it only asks and decides.</p>
      )}
      {sorted.length > 0 && warning && <p className="px-3 py-2.5 font-medium text-failed text-xs">{warning}</p>}
      <Owners executes={sorted.slice(0, shown)} nodes={nodes} />
      {folded.length > 0 && (
        <details className="group/rest border-line-soft border-t">
          <summary className="px-3 py-2 font-medium text-accent text-xs hover:underline">
            <span className="group-open/rest:hidden">and {folded.length} more</span>
            <span className="hidden group-open/rest:inline">Fold</span>
          </summary>
          <Owners executes={folded} nodes={nodes} />
        </details>
      )}
    </section>
  );
}

/** The lines of one node, or of one server, side by side. */
function byOwner(executes: Entry[]): Entry[][] {
  return [...Map.groupBy(executes, ({ node, kind }) => `${kind} ${node}`).values()];
}

function Owners({ executes, nodes }: Props) {
  return (
    <ul className="divide-y divide-line-soft">
      {byOwner(executes).map((lines) => {
        const [{ node, kind }] = lines as [Entry];
        const { icon: Icon, label } = kinds[kind];
        return (
          <li key={`${kind}-${node}`} className="flex items-start gap-2 px-3 py-2 text-xs">
            <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
            <div className="flex min-w-0 flex-col gap-1">
              <span className="text-mute" title={node}>
                {label} · {nodes.find(({ id }) => kind !== 'server' && id === node)?.name || node}
              </span>
              {[...new Set(lines.map(({ text }) => text))].map((text) => (
                <Command key={text} text={text} />
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const longest = 160;

/** A long script is folded, never shortened: all of it can be read before it is started. */
function Command({ text }: { text: string }) {
  if (text.length <= longest) return <code className="block break-words font-mono">{text}</code>;
  return (
    <details className="group/command">
      <summary className="rounded-sm">
        <code className="line-clamp-2 break-words font-mono group-open/command:hidden">{text}</code>
        <span className="font-medium text-accent group-open/command:hidden">Show all of it</span>
        <span className="hidden font-medium text-accent group-open/command:inline">Fold</span>
      </summary>
      <code className="block whitespace-pre-wrap break-words font-mono">{text}</code>
    </details>
  );
}
