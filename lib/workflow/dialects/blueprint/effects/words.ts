// Consequences that tell people something, and those that keep a log in the run's own data.
import type { SourceNode } from '../../../source/source-tree.ts';
import { listFrom, mapFrom, mapOfEntries, type Part } from '../../borrowed-tree.ts';
import type { Fields } from '../fields.ts';
import { type Translation, textOf, valueIn, wordsOf } from '../translation.ts';
import { type Consequence, effect, type Piece, storedBy } from './pieces.ts';

const message: Consequence = (fields, translation) => {
  const entry = fields.get('message', 'content', 'text');
  return entry ? [effect(fields.tree, 'display_message', { message: shownText(entry.value, translation) })] : null;
};

/** A text; what is none is shown as the file has it. */
function shownText(node: SourceNode, translation: Translation): Part {
  const words = wordsOf(node, translation);
  if (words.kind === 'scalar') return typeof words.value === 'string' ? words : String(words.value ?? '');
  return JSON.stringify(toPlain(words));
}

const toPlain = (node: SourceNode): unknown =>
  node.kind === 'scalar'
    ? node.value
    : node.kind === 'list'
      ? node.items.map(toPlain)
      : Object.fromEntries(node.entries.map(({ key, value }) => [key, toPlain(value)]));

/** A list, or the path of one. */
function listOf(node: SourceNode | undefined, translation: Translation): SourceNode | null {
  if (node?.kind !== 'scalar') return node ? wordsOf(node, translation) : null;
  const path = node.text.includes('${') ? node : { ...node, value: `\${${node.text}}`, text: `\${${node.text}}` };
  return valueIn(path, translation);
}

const table: Consequence = (fields, translation) => {
  const rows = listOf(fields.get('rows', 'content', 'data')?.value, translation);
  const headers = fields.get('headers', 'columns');
  const title = fields.get('title');
  if (!rows) return null;
  const names = headers ? listOf(headers.value, translation) : undefined;
  const parts = { title: title && shownText(title.value, translation), headers: names ?? undefined };
  if (names === null) return null;
  return [
    headers
      ? effect(fields.tree, 'display_table', { ...parts, rows })
      : effect(fields.tree, 'display', { format: 'table', ...parts, content: rows }),
  ];
};

const display: Consequence = (fields, translation) => {
  const format = fields.text('format') ?? 'text';
  if (format === 'table') return table(fields, translation);
  const content = fields.get('content', 'message', 'text');
  const title = fields.get('title');
  fields.get('headers');
  if (!content) return null;
  return [
    effect(fields.tree, 'display', {
      format: ['text', 'markdown', 'json'].includes(format) ? format : 'text',
      content: wordsOf(content.value, translation),
      title: title && shownText(title.value, translation),
    }),
  ];
};

const emitText: Consequence = (fields, translation) => {
  const entry = fields.get('text', 'content', 'message');
  return entry ? [effect(fields.tree, 'emit_text', { text: shownText(entry.value, translation) })] : null;
};

/** Where the file keeps its log. */
function logAt(below: string, { names }: Translation): string {
  return names.write(`log${below}`) ?? `log${below}`;
}

/** All that a log entry says, with the time. */
function record(fields: Fields, translation: Translation, more: Record<string, Part> = {}): SourceNode {
  const said = fields.tree.entries.flatMap((entry) =>
    entry.key === 'type' || entry.key === 'store_as'
      ? []
      : [{ ...entry, value: wordsOf((fields.get(entry.key) ?? entry).value, translation) }],
  );
  const made = mapFrom(fields.tree, { ...more, timestamp: '${now()}' });
  return mapOfEntries(fields.tree, [
    ...said.filter(({ key }) => !(key in more) && key !== 'timestamp'),
    ...made.entries,
  ]);
}

const appended = (list: string, fields: Fields, translation: Translation, more?: Record<string, Part>): Piece =>
  effect(fields.tree, 'append_state', { field: logAt(list, translation), value: record(fields, translation, more) });

const initLog: Consequence = (fields, translation) => {
  const stored = storedBy(fields.get('store_as'), fields, translation);
  if (stored === null) return null;
  const empty = () => listFrom(fields.tree, []);
  const value = mapFrom(fields.tree, {
    metadata: record(fields, translation),
    node_history: empty(),
    entries: empty(),
  });
  return [effect(fields.tree, 'set_state', { field: stored?.name ?? logAt('', translation), value })];
};

const logNode: Consequence = (fields, translation) => [appended('.node_history', fields, translation)];

const levels = ['debug', 'info', 'warning', 'error'];

const logEntry =
  (fixed?: string): Consequence =>
  (fields, translation) => {
    const given = fixed ?? textOf(fields.get('level')?.value) ?? 'info';
    const level = levels.includes(given) ? given : given.startsWith('warn') ? 'warning' : 'info';
    const words = fields.get('message', 'event_type', 'content');
    const more = { level, ...(words ? {} : { event: fields.type }) };
    const told = words && effect(fields.tree, 'log_entry', { level, message: shownText(words.value, translation) });
    return [...(told ? [told] : []), appended('.entries', fields, translation, more)];
  };

const finalizeLog: Consequence = (fields, translation) => [
  effect(fields.tree, 'merge_state', {
    field: logAt('', translation),
    value: record(fields, translation, { ended_at: '${now()}' }),
  }),
];

const writeLog: Consequence = (fields, translation) => {
  const [path, location, filename] = [fields.get('path'), fields.get('location'), fields.get('filename')];
  fields.get('format');
  const parts = (path ? [path] : [location, filename]).map((part) => part && valueIn(part.value, translation));
  if (parts.some((part) => part === null || part?.kind === 'map' || part?.kind === 'list')) return null;
  const words = parts.flatMap((part) => (part?.kind === 'scalar' ? [part.text.replace(/\/$/, '')] : []));
  const content = `\${${logAt('', translation)} ?? null}`;
  return [effect(fields.tree, 'write_file', { path: words.join('/') || 'log.json', content })];
};

const ciSummary: Consequence = (fields, translation) => {
  fields.get('format');
  const content = `\${${logAt('', translation)} ?? null}`;
  return [effect(fields.tree, 'display', { format: 'json', title: 'Summary', content })];
};

export const wordConsequences: Record<string, Consequence> = {
  display_message: message,
  display_table: table,
  display,
  emit_text: emitText,
  init_log: initLog,
  log_node: logNode,
  log_entry: logEntry(),
  log_event: logEntry(),
  log_session_snapshot: logEntry(),
  log_source_status: logEntry(),
  log_source_changes: logEntry(),
  log_index_update: logEntry(),
  log_warning: logEntry('warning'),
  log_error: logEntry('error'),
  finalize_log: finalizeLog,
  write_log: writeLog,
  output_ci_summary: ciSummary,
};
