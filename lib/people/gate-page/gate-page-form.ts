// The form of a gate link: the gate's fields, a name, a comment, one button for each option.
import type { Gate } from '../../engine/events.ts';
import { type Html, html } from '../../html/html.ts';
import { hiddenWords, visibleText } from '../../html/visible-text.ts';
import { controlName, type FieldProblem, textOfDefault } from './answer-form.ts';

type Field = Gate['fields'][number];

/** What was typed before, and what was wrong with it. */
export type Typed = { form: URLSearchParams; message: string; problems: FieldProblem[]; isNews?: boolean };

export const nameLimit = 100;
const commentLimit = 4000;

type Control = { name: string; value: string; isRequired: boolean; attributes: Html };

function renderChoice(field: Field, { name, value, isRequired, attributes }: Control): Html {
  const choices = field.choices ?? [];
  const required = isRequired && html` required`;
  if (choices.length <= 5) {
    return html`${choices.map(
      (choice) =>
        html`<label class="tick"><input type="radio" name="${name}" value="${choice}"${choice === value && html` checked`}${required}> ${visibleText(choice)}</label>`,
    )}`;
  }
  const options = choices.map(
    (choice) => html`<option value="${choice}"${choice === value && html` selected`}>${visibleText(choice)}</option>`,
  );
  return html`<select name="${name}"${required}${attributes}><option value=""></option>${options}</select>`;
}

function renderControl(field: Field, control: Control): Html {
  const { name, value, isRequired, attributes } = control;
  const rest = html`${isRequired && html` required`}${attributes}`;
  switch (field.type) {
    case 'choice':
      return renderChoice(field, control);
    case 'text':
      return html`<textarea name="${name}" rows="3"${rest}>\n${value}</textarea>`;
    case 'list':
      return html`<textarea name="${name}" rows="3" placeholder="One in each line"${rest}>\n${value}</textarea>`;
    case 'json':
      return html`<textarea class="mono" name="${name}" rows="5" spellcheck="false"${rest}>\n${value}</textarea>`;
    case 'number':
      return html`<input type="number" step="any" inputmode="decimal" name="${name}" value="${value}"${rest}>`;
    case 'integer':
      return html`<input type="number" step="1" inputmode="numeric" name="${name}" value="${value}"${rest}>`;
    default:
      return html`<input type="text" name="${name}" value="${value}"${rest}>`;
  }
}

function needOf(field: Field, gate: Gate): string {
  if (field.required) return '';
  const labels = gate.options.filter(({ id }) => field.required_for.includes(id)).map(({ label }) => label);
  return labels.length > 0 ? `needed for ${visibleText(labels.join(', '))}` : 'optional';
}

function renderField(field: Field, index: number, gate: Gate, typed: Typed | null): Html {
  const name = controlName(field.name);
  const value = typed ? (typed.form.get(name) ?? '') : textOfDefault(field);
  const problem = typed?.problems.find((each) => each.field === field.name);
  const label = visibleText(field.label);
  const description = field.description !== null && html`<span class="d">${visibleText(field.description)}</span>`;
  const error = problem && html`<span class="e" id="e${index}">${visibleText(problem.message)}</span>`;
  const attributes = html`${problem && html` aria-invalid="true" aria-describedby="e${index}"`}`;
  if (field.type === 'boolean') {
    const isOn = value === 'true' || value === 'on';
    return html`<div class="f">${description}<label class="tick"><input type="checkbox" name="${name}" value="true"${isOn && html` checked`}${attributes}> ${label}</label>${error}</div>`;
  }
  const need = needOf(field, gate);
  const heading = html`${label}${need !== '' && html` <small>${need}</small>`}`;
  const hidden = hiddenWords(value);
  const told = html`${hidden !== null && html`<span class="e">${hidden}</span>`}${error}`;
  const control = renderControl(field, { name, value, isRequired: field.required, attributes });
  if (field.type === 'choice' && (field.choices ?? []).length <= 5) {
    return html`<fieldset class="f"><legend>${heading}</legend>${description}${control}${told}</fieldset>`;
  }
  return html`<label class="f"><span class="l">${heading}</span>${description}${control}${told}</label>`;
}

function renderOption(option: Gate['options'][number]): Html {
  const line = (text: string) => html`<span>${visibleText(text)}</span>`;
  return html`<button class="opt ${option.style}" name="option" value="${option.id}"><b>${visibleText(option.label)}</b>${option.description !== null && line(option.description)}${option.leads_to !== '' && line(`then: ${option.leads_to}`)}</button>`;
}

/** Asks for the code, and for having one sent: what else was typed stays. */
function renderCode(codeTo: string, problem: FieldProblem | undefined): Html {
  return html`<fieldset class="f"><legend>Code</legend><span class="d">Six digits, mailed to ${visibleText(codeTo)}. They work once, for ten minutes.</span>
<input type="text" name="code" aria-label="Code" required inputmode="numeric" autocomplete="one-time-code" maxlength="12"${problem && html` aria-invalid="true" aria-describedby="ec"`}>${problem && html`<span class="e" id="ec">${problem.message}</span>`}
<button class="opt normal" name="send" value="code" formnovalidate><b>Send me a code</b></button></fieldset>`;
}

type Asking = { nonce: string; typed: Typed | null; codeTo: string | null };

export function renderGateForm(gate: Gate, { nonce, typed, codeTo }: Asking): Html {
  const again = (name: string) => typed?.form.get(name) ?? '';
  const problemOf = (name: string) => typed?.problems.find(({ field }) => field === name);
  const nameProblem = problemOf('name');
  // The first submit button is the one that Enter presses: a disabled one, so that only a chosen button decides.
  return html`<form id="answer" method="post" action="#answer"><button disabled hidden></button>
${typed && html`<div class="${typed.isNews ? 'news' : 'alert'}" role="${typed.isNews ? 'status' : 'alert'}">${visibleText(typed.message)}</div>`}
<input type="hidden" name="nonce" value="${nonce}">
${gate.fields.map((field, index) => renderField(field, index, gate, typed))}
<label class="f"><span class="l">Your name</span><input type="text" name="name" value="${again('name')}" required maxlength="${nameLimit}" autocomplete="name"${nameProblem && html` aria-invalid="true" aria-describedby="en"`}>${nameProblem && html`<span class="e" id="en">${nameProblem.message}</span>`}</label>
<label class="f"><span class="l">Comment <small>optional</small></span><textarea name="comment" rows="2" maxlength="${commentLimit}">\n${again('comment')}</textarea></label>
${codeTo !== null && renderCode(codeTo, problemOf('@code'))}
<div class="options">${gate.options.map(renderOption)}</div></form>`;
}
