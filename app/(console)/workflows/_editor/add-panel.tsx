'use client';

import { CircleX, FilePlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { paths } from '#lib/paths.ts';
import { addWorkflowAction, type TextState } from '../../../_actions/save-workflow.ts';
import { useLeaveWarning } from '../../../_client/leave-warning.ts';
import { Button } from '../../../_components/ui/button.tsx';
import { ButtonLink } from '../../../_components/ui/button-link.tsx';
import { Callout } from '../../../_components/ui/callout.tsx';
import { Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { typedBefore } from '../../../_components/ui/typed-before.ts';
import { CheckedEditor } from './checked-editor.tsx';
import { type ChosenFile, readChosenFile } from './read-chosen-file.ts';
import { TextFacts } from './text-facts.tsx';
import { useCheckedText } from './use-checked-text.ts';
import { putWorkflow } from './workflow-calls.ts';

const id = 'new-source';
const unsent: TextState = { message: null, source: null, problems: [] };

type Props = { dropped: ChosenFile | null; onClose: () => void };

/** A workflow from a file or from pasted text: looked at and mended here, then saved under a name of its own. */
export function AddPanel({ dropped, onClose }: Props) {
  const router = useRouter();
  const [sent, act] = useFormAction(addWorkflowAction, unsent, paths.addWorkflow());
  const [text, setText] = useState(() => typedBefore(id) ?? dropped?.text ?? sent.source ?? '');
  const [stem, setStem] = useState(dropped?.stem ?? sent.name ?? '');
  const [message, setMessage] = useState(sent.message);
  const [isSaving, setSaving] = useState(false);
  const first = { ok: false, format: 'unknown', name: null, nodes: 0, problems: sent.problems };
  const known = useCheckedText(text, sent.problems.length > 0 ? first : null);
  useLeaveWarning(text !== '' && !isSaving);

  async function choose(file: File | undefined) {
    const chosen = file && (await readChosenFile(file));
    if (!chosen) return;
    if ('message' in chosen) return setMessage(chosen.message);
    setMessage(null);
    setText(chosen.text);
    setStem((before) => before || chosen.stem);
  }

  async function save() {
    if (isSaving) return;
    setSaving(true);
    const answer = await putWorkflow(stem.trim(), text, null);
    if (answer.ok) return router.push(paths.workflow(answer.body.workflow));
    setSaving(false);
    setMessage(answer.message);
  }

  return (
    <form
      action={act}
      className="p-5 pb-0 phone:p-4 phone:pb-0"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Panel heading="Add a workflow">
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <Field
            id="new-file"
            label="A file"
            note=".yaml, .yml or .json"
            description="Or drop one anywhere on this page."
          >
            {(control) => (
              <Input
                type="file"
                name="file"
                accept=".yaml,.yml,.json"
                className="py-[6px]"
                onChange={(event) => void choose(event.target.files?.[0])}
                {...control}
              />
            )}
          </Field>
          <Field id="new-name" label="Its name here" note="required" description="Letters, digits, - and _.">
            {(control) => (
              <Input
                name="workflow"
                required
                autoComplete="off"
                className="font-mono"
                value={stem}
                onChange={(event) => {
                  setStem(event.target.value);
                  setMessage(null);
                }}
                {...control}
              />
            )}
          </Field>
        </div>
        {message && (
          <Callout
            variant="failed"
            role="alert"
            icon={<CircleX aria-hidden className="text-failed" />}
            className="mx-4 mb-4 break-words"
          >
            Not saved. {message}
          </Callout>
        )}
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-1.5 text-sm">
          <span className="font-medium">Text</span>
          <TextFacts checked={known.checked} />
        </div>
        <div className="border-line-soft border-t">
          <CheckedEditor
            id={id}
            label="Text of the workflow"
            {...{ text, known }}
            onChange={(typed) => {
              setText(typed);
              setMessage(null);
            }}
            onSave={() => void save()}
          />
        </div>
        <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2.5">
          <Button type="submit" variant="primary" disabled={isSaving}>
            <FilePlus aria-hidden />
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
          <ButtonLink href={paths.workflows()} onClick={onClose}>
            Cancel
          </ButtonLink>
        </footer>
      </Panel>
    </form>
  );
}
