// HTML from templates: every value is escaped unless it is itself the result of such a template.
const mark = Symbol('html');

export type Html = { [mark]: true; text: string };
type Value = Html | string | number | null | undefined | false | Value[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return typeof value === 'object' ? value.text : escapeHtml(String(value));
}

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return trustedHtml(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

/** Only for constants of this program and for what has been escaped already. */
export function trustedHtml(text: string): Html {
  return { [mark]: true, text };
}
