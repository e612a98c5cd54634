import { Server, Sparkles, SquareTerminal } from 'lucide-react';
import type { WorkflowDetail } from '#lib/runs/views.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';

const kinds = {
  command: { icon: SquareTerminal, label: 'Node' },
  server: { icon: Server, label: 'Server' },
  model: { icon: Sparkles, label: 'Model' },
};

type Props = { executes: WorkflowDetail['executes']; nodes: readonly GraphNode[] };

/** What a person agrees to by starting: every program, server and model, as written in the file. */
export function Executes({ executes, nodes }: Props) {
  return (
    <section aria-labelledby="executes" className="rounded-md border border-line bg-page">
      <h3 id="executes" className="border-line border-b px-3 py-2 font-medium text-xs">
        This run will execute
      </h3>
      {executes.length === 0 ? (
        <p className="px-3 py-2.5 text-mute text-xs">No command, no server, no model: it only asks and decides.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {executes.map(({ node, kind, text }) => {
            const { icon: Icon, label } = kinds[kind];
            return (
              <li key={`${node}-${kind}-${text}`} className="flex items-start gap-2 px-3 py-2 text-xs">
                <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
                <span className="min-w-0">
                  <span className="text-mute" title={node}>
                    {label} · {nodes.find(({ id }) => kind !== 'server' && id === node)?.name || node}
                  </span>
                  <Command text={text} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
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
      <code className="block max-h-72 overflow-auto whitespace-pre-wrap break-words font-mono">{text}</code>
    </details>
  );
}
