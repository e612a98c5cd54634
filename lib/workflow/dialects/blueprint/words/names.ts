// What the names of a blueprint are called in the native language. Its data keeps its names, with three exceptions, all of
// which live in `computed`, where the file's own rule looks first anyway: a field under which results are stored, one whose
// name is that of a node or of something else in expressions, and a flag that is no flag. A name that nothing in the file
// sets is given from outside: it becomes an input.
import { scopeNames } from '../../../graph.ts';
import type { NativePath } from './expression.ts';
import { answerPath, type Prompts } from './prompts.ts';
import { plainPath, type Survey } from './survey.ts';

export type Names = {
  read(keys: string[]): NativePath;
  /** Where a path is set; null when the native language could not set it. */
  write(path: string): string | null;
  /** A flag as the native language sets it. */
  flag(name: string): { flag: string } | { field: string };
  /** Where a field of the first state is. */
  livesInComputed(field: string): boolean;
  /** Names that turned out to be given from outside. */
  given: Map<string, 'string' | 'json'>;
  /** The prompt whose answer is being dealt with, which `response` means. */
  answering: string | null;
};

const own = new Set([
  'computed',
  'flags',
  'user_responses',
  'history',
  'current_node',
  'previous_node',
  'workflow_name',
  'workflow_version',
]);
const reserved = new Set<string>(scopeNames);
/** The folder that the file's own system would work in. */
const folders = new Set(['PWD', 'HOME', 'CLAUDE_PLUGIN_ROOT', 'PLUGIN_ROOT', 'plugin_root', 'workspace', 'cwd']);
/** What only a run of the file's own system has. */
const systemWords: Record<string, string> = { now: 'now()', timestamp: 'now()', interface: '"gatehouse"' };

export function namesOf(survey: Survey, prompts: Prompts): Names {
  const given = new Map<string, 'string' | 'json'>();
  const { fields, stored, set, notFlags, ids } = survey;
  const isKnown = (root: string) => fields.has(root) || stored.has(root) || set.has(root);
  const livesInComputed = (root: string) => stored.has(root) || reserved.has(root) || ids.has(root);
  const sure = (root: string, keys: string[]): NativePath => ({ root, keys, isSure: true });

  function read([root = '', ...keys]: string[]): NativePath {
    if (root === 'state' && keys.length > 0 && !isKnown('state')) return read(keys);
    const answered = answerPath([root, ...keys], prompts, names.answering, read);
    if (answered) return answered;
    if (root === 'flags' && notFlags.has(keys[0] ?? '')) return { root: 'computed', keys, isSure: true };
    // The file's own system leaves there what the last failure said.
    if (root === 'computed' && keys[0] === 'error' && !survey.computed.has('error') && !stored.has('error')) {
      return sure('(error?.message ?? null)', []);
    }
    if (own.has(root)) return sure(root, keys);
    if (root === 'arguments' && !stored.has(root)) return sure(argumentsText(), keys);
    if (root === 'input' && survey.inputs.has(keys[0] ?? '')) return inputPath(keys);
    if (isKnown(root)) {
      if (livesInComputed(root)) return { root: 'computed', keys: [root, ...keys], isSure: true };
      return { root, keys, isSure: fields.has(root) };
    }
    if (survey.computed.has(root)) return sure('computed', [root, ...keys]);
    if (survey.flags.has(root)) return read(['flags', root, ...keys]);
    if (ids.has(root) && !reserved.has(root)) return read(['user_responses', root, ...keys]);
    return ambient(root, keys);
  }

  /** An argument of the call, unless the file has set it to something else since. */
  function argumentsText(): string {
    given.set('arguments', 'string');
    return fields.has('arguments') || set.has('arguments') ? '(arguments ?? inputs.arguments)' : 'inputs.arguments';
  }

  function inputPath([name = '', ...keys]: string[]): NativePath {
    const isSet = set.has('input') || stored.has('input') || fields.has('input');
    if (!isSet) return sure('inputs', [name, ...keys]);
    const data = livesInComputed('input') ? 'computed?.input' : 'input';
    return sure(`(${data}?.${name} ?? inputs.${name})`, keys);
  }

  function ambient(root: string, keys: string[]): NativePath {
    if (root === 'ARGUMENTS') return sure(argumentsText().replace(/^\(arguments \?\? (.*)\)$/, '$1'), keys);
    if (folders.has(root)) return sure('workspace', keys);
    const words = systemWords[root];
    if (words !== undefined) return sure(words, keys);
    if (root === 'inputs' && survey.inputs.has(keys[0] ?? '')) return sure('inputs', keys);
    if (root === 'error') return sure(['error', ...keys].join('?.'), []);
    if (reserved.has(root)) return { root, keys, isSure: false };
    if (!given.has(root)) given.set(root, keys.length > 0 ? 'json' : 'string');
    if (keys.length > 0) given.set(root, 'json');
    return sure('inputs', [root, ...keys]);
  }

  function write(path: string): string | null {
    const plain = plainPath(path);
    const [root = '', ...rest] = plain.split(/(?=[.[])/);
    if (!/^[A-Za-z_][\w-]*$/.test(root)) return null;
    if (root === 'flags') return notFlags.has(rest.join('').slice(1)) ? `computed${rest.join('')}` : flagPath(plain);
    if (root === 'computed') return rest.length > 0 ? plain : null;
    if (own.has(root)) return null;
    return livesInComputed(root) ? `computed.${plain}` : plain;
  }

  const flagPath = (path: string) => (/^flags\.\w+$/.test(path) ? path : null);

  function flag(name: string): { flag: string } | { field: string } {
    const plain = name.replace(/^(?:state\.)?flags\./, '');
    if (notFlags.has(plain)) return { field: `computed.${plain}` };
    return /^[A-Za-z_]\w*$/.test(plain) ? { flag: plain } : { field: plain };
  }

  const names: Names = { read, write, flag, livesInComputed, given, answering: null };
  return names;
}
