'use client';

import { CircleX, Save, TriangleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { paths } from '#lib/paths.ts';
import type { WorkflowDetail } from '#lib/runs/views.ts';
import { saveWorkflowAction, type TextState } from '../../../_actions/save-workflow.ts';
import { useLeaveWarning } from '../../../_client/leave-warning.ts';
import { Button } from '../../../_components/ui/button.tsx';
import { ButtonLink } from '../../../_components/ui/button-link.tsx';
import { Callout } from '../../../_components/ui/callout.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { typedBefore } from '../../../_components/ui/typed-before.ts';
import { CheckedEditor } from '../_editor/checked-editor.tsx';
import { useCheckedText } from '../_editor/use-checked-text.ts';
import { putWorkflow } from '../_editor/workflow-calls.ts';
import { FormatBadge } from '../format-badge.tsx';

type Shown = Pick<
  WorkflowDetail,
  'workflow' | 'file' | 'format' | 'source' | 'etag' | 'problems' | 'ok' | 'name' | 'nodes'
>;

const id = 'source-editor';
const unsent: TextState = { message: null, source: null, problems: [] };

/** Textareas know one end of a line. */
const asTyped = (source: string) => source.replaceAll('\r\n', '\n');

/** The file's text in its own format. It is saved over the version that was read, and over no other. */
export function SourceEditor({ workflow }: { workflow: Shown }) {
  const router = useRouter();
  const [sent, act] = useFormAction(saveWorkflowAction, unsent, paths.editWorkflow(workflow.workflow));
  // The version that the text is based on; `drawn` is the one that the page showed then, which may be older.
  const [base, setBase] = useState({ text: asTyped(workflow.source), etag: workflow.etag, drawn: workflow.etag });
  const [text, setText] = useState(() => typedBefore(id) ?? sent.source ?? base.text);
  const [saving, setSaving] = useState<'no' | 'yes' | 'done'>('no');
  const [message, setMessage] = useState(sent.message);
  const known = useCheckedText(text, sent.source === null ? workflow : { ...workflow, ok: false, ...sent });
  const isDirty = text !== base.text;
  useLeaveWarning(isDirty);

  const isBehind = workflow.etag !== base.etag && workflow.etag !== base.drawn;
  const rebase = () => setBase({ text: asTyped(workflow.source), etag: workflow.etag, drawn: workflow.etag });
  const takeFile = () => {
    rebase();
    setText(asTyped(workflow.source));
    setMessage(null);
  };
  if (isBehind && !isDirty) takeFile();

  async function save() {
    if (saving === 'yes') return;
    setSaving('yes');
    const answer = await putWorkflow(workflow.workflow, text, base.etag);
    setMessage(answer.ok ? null : answer.message);
    setSaving(answer.ok ? 'done' : 'no');
    if (answer.ok) setBase({ text, etag: answer.body.etag, drawn: workflow.etag });
    router.refresh();
  }

  return (
    <form
      action={act}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input type="hidden" name="workflow" value={workflow.workflow} />
      <input type="hidden" name="etag" value={base.etag} />
      <Panel
        id="source"
        heading={workflow.file}
        className="scroll-mt-20"
        aside={
          <>
            <FormatBadge format={known.checked?.format ?? workflow.format} />
            <span role="status">{isDirty ? 'not saved' : saving === 'done' ? 'saved' : ''}</span>
          </>
        }
      >
        {isBehind && isDirty && (
          <Callout
            variant="waiting"
            role="alert"
            icon={<TriangleAlert aria-hidden className="text-waiting" />}
            className="m-3"
          >
            <p>The file has changed since you began to write. Nothing is overwritten until you choose.</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onClick={takeFile}>Take the file as it is now</Button>
              <Button onClick={rebase}>Keep my text, to be saved over it</Button>
            </div>
          </Callout>
        )}
        {message && (
          <Callout
            variant="failed"
            role="alert"
            icon={<CircleX aria-hidden className="text-failed" />}
            className="m-3 break-words"
          >
            Not saved. {message}
          </Callout>
        )}
        <CheckedEditor
          id={id}
          label={`Text of ${workflow.file}`}
          {...{ text, known }}
          onChange={(typed) => {
            setText(typed);
            setMessage(null);
          }}
          onSave={() => void save()}
        />
        <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2.5">
          <Button type="submit" variant="primary" disabled={saving === 'yes'}>
            <Save aria-hidden />
            {saving === 'yes' ? 'Saving…' : 'Save'}
          </Button>
          <ButtonLink href={paths.workflow(workflow.workflow)} scroll={false}>
            Close the editor
          </ButtonLink>
        </footer>
      </Panel>
    </form>
  );
}
