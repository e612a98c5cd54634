// Consequences that run a script. The file's own system puts values into the text of a script, where they could become
// code. Here the script stays what it is, and a value that it names reaches it in its environment: `${computed.id}` is
// read as `${computed_id}`, and the shell's own words (`${name:-none}`, `${path%.*}`) stay the shell's.
import type { SourceEntry } from '../../../source/source-tree.ts';
import { listFrom, mapOfEntries, type Part, scalarFrom } from '../../borrowed-tree.ts';
import type { Fields } from '../fields.ts';
import { type Translation, textOf, valueIn } from '../translation.ts';
import { nativeInner } from '../words/expression.ts';
import { innersOf } from '../words/texts.ts';
import { type Consequence, effect, type Piece, storedBy, storeKeys } from './pieces.ts';

const longest = 100_000;

type Script = { text: string; env: Map<string, string> };

/** A path, and what of the shell follows it. */
const reference = /^\s*([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)(\s*|(?::[-=+?]|[-=+?]|%%?|##?|\^\^?|,,?|:\d|\/).*)$/s;

/** Null when a value would have to be worked out in a way that the native language has no words for. */
function shellScript(text: string, { names, survey, locals }: Translation): Script | null {
  if (text.length > longest) return null;
  const env = new Map<string, string>();
  let made = '';
  let from = 0;
  for (const inner of innersOf(text)) {
    made += text.slice(from, inner.from);
    from = inner.to;
    const [, path = '', rest = ''] = reference.exec(inner.text) ?? [];
    const root = path.split(/[.[]/)[0] ?? '';
    const isData = /[.[]/.test(path) || isKnown(root, survey) || root === 'arguments';
    if (path === '' || !isData) {
      // A variable that the script sets itself, or a form of the shell.
      if (path === '' && /[|?(]|&&/.test(inner.text)) return null;
      made += text.slice(inner.from, inner.to);
      continue;
    }
    const value = nativeInner(`(${path})`, names.read, locals);
    if (value === null) return null;
    const variable = path.replace(/[.[]/g, '_').replaceAll(']', '');
    env.set(variable, `\${${value}}`);
    const words = `\${${variable}${rest}}`;
    made += isInSingleQuotes(text, inner.from) ? `'"${words}"'` : words;
  }
  return { text: made + text.slice(from), env };
}

function isKnown(root: string, { fields, stored, set, computed, flags }: Translation['survey']): boolean {
  return [fields, stored, set, computed, flags].some((names) => names.has(root));
}

/** Inside of single quotes the shell reads nothing: there the quotes are closed around the value. */
function isInSingleQuotes(text: string, at: number): boolean {
  let quote = '';
  for (let index = 0; index < at; index++) {
    const char = text[index] as string;
    if (char === '\\' && quote !== "'") index++;
    else if (quote === '' && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = '';
  }
  return quote === "'";
}

const runners: Record<string, string> = { py: 'python3', sh: 'bash', js: 'node', rb: 'ruby' };

function run(
  fields: Fields,
  script: SourceEntry,
  interpreter: string,
  translation: Translation,
  more: Record<string, Part>,
): Piece | null {
  const text = textOf(script.value) ?? '';
  const runner = runners[/^[\w./-]+\.(py|sh|js|rb)$/.exec(text.trim())?.[1] ?? ''];
  if (runner !== undefined) {
    const args = more.args as { items?: Part[] } | undefined;
    const all = listFrom(script, [text.trim(), ...((args?.items ?? []) as Exclude<Part, undefined>[])]);
    return effect(fields.tree, 'run_command', { ...more, script: `exec ${runner} "$@"`, args: all });
  }
  const isShell = ['auto', 'bash', 'sh'].includes(interpreter);
  if (!isShell && text.includes('${')) return null;
  const made = isShell ? shellScript(text, translation) : { text, env: new Map() };
  if (made === null || text.trim() === '') return null;
  const env = [...made.env].map(([name, value]) => ({
    key: name,
    place: script.place,
    value: scalarFrom(script, value),
  }));
  return effect(fields.tree, 'run_command', {
    interpreter: interpreter === 'auto' ? undefined : interpreter,
    script: made.text === text ? script : scalarFrom(script.value, made.text),
    ...more,
    env: env.length > 0 ? mapOfEntries(script, env) : undefined,
  });
}

/** What is kept of a program is what it printed, without the space around it. */
function runAndKeep(interpreter: string, fields: Fields, translation: Translation): Piece[] | null {
  const script = fields.get('script', 'command', 'code');
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const [args, folder] = [fields.get('args'), fields.get('working_directory', 'cwd')];
  const values = args && valueIn(args.value.kind === 'list' ? args.value : listFrom(args, [args.value]), translation);
  const place = folder && valueIn(folder.value, translation);
  if (!script || stored === null || values === null || place === null) return null;
  const more = { args: values, working_directory: place, store_as: stored?.name };
  const ran = run(fields, script, interpreter, translation, more);
  if (ran === null || !stored) return ran && [ran];
  const printed = effect(fields.tree, 'set_state', { field: stored.path, value: `\${trim(${stored.path}.stdout)}` });
  return [ran, printed, ...stored.after];
}

const known = ['auto', 'bash', 'sh', 'python', 'node', 'ruby'];

const runCommand: Consequence = (fields, translation) => {
  const interpreter = fields.text('interpreter') ?? 'auto';
  return known.includes(interpreter) ? runAndKeep(interpreter, fields, translation) : null;
};

const scratch = 'computed.checked_command';

/** Whether a program ends well. */
const bashCheck: Consequence = (fields, translation) => {
  const script = fields.get('command', 'script');
  const flag = fields.get('set_flag', 'flag');
  const made = shellScript(textOf(script?.value) ?? '', translation);
  if (!script || !made || flag?.value.kind !== 'scalar') return null;
  const asked = {
    ...script,
    value: scalarFrom(
      script.value,
      `if (\n${textOf(script.value)}\n) >/dev/null 2>&1; then echo true; else echo false; fi`,
    ),
  };
  const ran = run(fields, asked, 'bash', translation, { store_as: scratch });
  const found = translation.names.flag(flag.value.text);
  const value = `\${trim(${scratch}.stdout) == 'true'}`;
  return (
    ran && [
      ran,
      'flag' in found
        ? effect(fields.tree, 'set_flag', { flag: found.flag, value })
        : effect(fields.tree, 'set_state', { field: found.field, value }),
    ]
  );
};

export const scriptConsequences: Record<string, Consequence> = {
  run_command: runCommand,
  bash_exec: (fields, translation) => runAndKeep('bash', fields, translation),
  bash_check: bashCheck,
};
