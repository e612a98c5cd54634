import { FilePen, Languages } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import type { WorkflowDetail } from '#lib/runs/views.ts';
import { isForeign } from '#lib/workflow/dialects/format-names.ts';
import type { Problem } from '#lib/workflow/problems/problem.ts';
import { ButtonLink } from '../../../_components/ui/button-link.tsx';
import { classNames } from '../../../_components/ui/class-names.ts';
import { CopyButton } from '../../../_components/ui/copy-button.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { type YamlLine, yamlLines } from './yaml-lines.ts';

const marks = {
  none: 'border-transparent',
  warning: 'border-waiting bg-waiting-soft',
  error: 'border-failed bg-failed-soft',
};

/** The file as it is, with line numbers that can be linked to; lines with problems are marked. */
export function Source({ workflow, mayEdit }: { workflow: WorkflowDetail; mayEdit: boolean }) {
  const { source, problems } = workflow;
  const lines = yamlLines(source.replace(/\n$/, ''));
  const worst = new Map<number, Problem>();
  for (const problem of problems) {
    if (problem.severity === 'error' || !worst.has(problem.line)) worst.set(problem.line, problem);
  }
  return (
    <Panel
      id="source"
      heading="Source"
      className="scroll-mt-20"
      aside={
        <>
          {isForeign(workflow.format) && workflow.ok && (
            <ButtonLink size="sm" href={paths.nativeWorkflow(workflow.workflow)}>
              <Languages aria-hidden />
              <span>
                <span className="phone:sr-only">Show it in the </span>native language
              </span>
            </ButtonLink>
          )}
          {mayEdit && (
            <ButtonLink size="sm" href={paths.editWorkflow(workflow.workflow)} scroll={false}>
              <FilePen aria-hidden />
              Edit
            </ButtonLink>
          )}
          <CopyButton text={source} label="Copy the source" className="noscript:hidden" />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it */}
      <section aria-label="Source" tabIndex={0} className="overflow-x-auto bg-page py-2 -outline-offset-2">
        <ol className="w-max min-w-full font-mono text-xs/[20px]">
          {lines.map((line, index) => {
            const number = index + 1;
            const problem = worst.get(number);
            return (
              <li
                key={number}
                id={`line-${number}`}
                title={problem?.message}
                className={classNames(
                  'flex border-l-2 pr-4 target:border-accent target:bg-accent-soft',
                  marks[problem?.severity ?? 'none'],
                )}
              >
                <span aria-hidden className="w-12 shrink-0 select-none pr-4 text-right text-faint">
                  {number}
                </span>
                <SourceLine line={line} />
              </li>
            );
          })}
        </ol>
      </section>
    </Panel>
  );
}

const tones = { comment: 'text-faint', text: 'text-mute', plain: '' };

/** Just enough colour to read by: comments fade, keys stand out. */
function SourceLine({ line }: { line: YamlLine }) {
  if (line.kind !== 'key') {
    return <span className={classNames('whitespace-pre', tones[line.kind])}>{line.text || ' '}</span>;
  }
  return (
    <span className="whitespace-pre">
      {line.indent}
      <span className="text-accent">{line.name}</span>
      <span className="text-faint">:</span>
      {line.rest}
    </span>
  );
}
