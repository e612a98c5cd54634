import type { Metadata } from 'next';
import type { Console } from '#lib/console/console.ts';
import { looseLineDiff } from '#lib/engine/compare/line-diff.ts';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { may } from '#lib/people/may.ts';
import { readConverted } from '#lib/runs/convert-workflow.ts';
import { DiffTable } from '../../../../_components/diff-table.tsx';
import { PageHeader } from '../../../../_components/page-header.tsx';
import { ButtonLink } from '../../../../_components/ui/button-link.tsx';
import { Callout } from '../../../../_components/ui/callout.tsx';
import { CopyButton } from '../../../../_components/ui/copy-button.tsx';
import { Panel } from '../../../../_components/ui/panel.tsx';
import ConsoleNotFound from '../../../not-found.tsx';
import { FormatBadge } from '../../format-badge.tsx';
import { NativeForm } from './native-form.tsx';

type Props = { params: Promise<{ name: string }> };

export const metadata: Metadata = { title: 'In the native language' };

async function read(house: Console, name: string, actor: Actor) {
  try {
    return await readConverted(house, decodeURIComponent(name), actor);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

const linesOf = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** A file of another system beside the same workflow in the native language. Nothing is changed by looking. */
export default async function NativePage({ params }: Props) {
  const { house, actor } = await enterPage('see');
  const found = await read(house, (await params).name, actor);
  if (!found) return <ConsoleNotFound />;
  const { workflow, native, why } = found;
  const back = paths.workflow(workflow.workflow);
  return (
    <>
      <PageHeader parent={{ href: back, label: workflow.name }} heading="In the native language">
        <FormatBadge format={workflow.format} />
      </PageHeader>
      <div className="flex flex-col gap-4 p-5 phone:p-4">
        {native === null ? (
          <>
            <Callout>{why}</Callout>
            <p>
              <ButtonLink href={back}>Back to the workflow</ButtonLink>
            </p>
          </>
        ) : (
          <>
            {may(actor, 'edit_workflow') && (
              <Panel heading="Keep it">
                <NativeForm workflow={workflow.workflow} etag={workflow.etag} />
              </Panel>
            )}
            <Panel
              heading="The same workflow in both"
              aside={<CopyButton text={native} label="Copy the native text" className="noscript:hidden" />}
            >
              <DiffTable
                rows={looseLineDiff(linesOf(workflow.source), linesOf(native))}
                before={`${workflow.file}, as it is`}
                after="in the native language"
              />
            </Panel>
          </>
        )}
      </div>
    </>
  );
}
