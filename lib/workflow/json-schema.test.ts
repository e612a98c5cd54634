import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeDefinitions } from '../nodes/index.ts';
import { workflowJsonSchema } from './json-schema.ts';
import { loadWorkflow } from './load.ts';

const folder = new URL('../../workflows/', import.meta.url);
const isNative = (name: string) => /^gatehouse:/m.test(readFileSync(new URL(name, folder), 'utf8'));
const shipped = readdirSync(folder).filter((name) => name.endsWith('.yaml') && isNative(name));
const isValid = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(workflowJsonSchema());

function fits(text: string): { schema: boolean; loader: boolean } {
  return { schema: isValid(parse(text, { schema: 'core' })), loader: loadWorkflow(text).graph !== null };
}

it('the checked-in schema is the one that the code gives; if not, run npm run schema', () => {
  const file = readFileSync(new URL('./gatehouse.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(workflowJsonSchema())));
});

it.each(shipped)('%s fits the schema', (name) => {
  expect(fits(readFileSync(new URL(name, folder), 'utf8'))).toEqual({ schema: true, loader: true });
});

it('every node type is in the schema', () => {
  const { $defs = {} } = workflowJsonSchema();
  for (const type of Object.keys(nodeDefinitions)) expect($defs).toHaveProperty(`node_${type}`);
});

const nodes = 'nodes: { z: { type: end } }';
const node = (fields: string) => `nodes: { a: { ${fields} }, z: { type: end } }`;

describe('what the schema accepts, the loader accepts', () => {
  it.each([
    ['unquoted words where text is wanted', `version: 1.10\ntags: [1, true]\n${nodes}`],
    [
      'inputs, servers, state and defaults',
      `inputs: { n: { type: integer, default: 3 } }\nservers: { s: { command: x } }\nstate: { phase: 1, flags: { ok: true } }\ndefaults: { timeout: 5m, retry: { attempts: 2 } }\n${nodes}`,
    ],
    [
      'what a run requires, how many work at once, and for how long',
      `require: ["true", { type: tool_check, tool: git, capability: version_gte, args: { version: 2.40 } }, { type: any_of, conditions: [{ type: file_exists, path: x }], message: m }]\nconcurrency: { limit: 2 }\nbudget: { time: 2h }\n${nodes}`,
    ],
    ['one gate', node('type: checkpoint, gate: { when: before, message: Go on? }')],
    ['a list of gates', node('type: checkpoint, gate: [{ kind: info }, { kind: none }]')],
    ['a flag that a template gives', node('type: action, do: [{ type: set_flag, flag: x, value: "${visit > 1}" }]')],
    ['a target that looks like a number', 'nodes: { a: { type: if, condition: visit > 1, then: next } }'],
    ['arguments that are numbers', node('type: cli, command: [sleep, 5], env: { PORT: 3000 }')],
    ['a wait for one thing', node('type: wait, for: 5s')],
    ['a map of written items', node('type: map, items: [1, 2], body: z, next: complete')],
  ])('%s', (_, rest) => {
    expect(fits(`gatehouse: 1\nname: a\n${rest}\n`)).toEqual({ schema: true, loader: true });
  });
});

describe('what the schema refuses, the loader refuses', () => {
  it.each([
    ['an unknown key at the top', `versoin: 1\n${nodes}`],
    ['no nodes', 'nodes: {}'],
    ['nodes as a list', 'nodes: [a]'],
    ['a node that is no group of keys', 'nodes: { a: 5 }'],
    ['a node without a type', node('command: [x]')],
    ['an unknown type', node('type: clii, command: [x]')],
    ['an unknown key in a node', node('type: cli, comand: [x]')],
    ["another type's key", node('type: end, command: [x]')],
    ['a missing field', node('type: cli')],
    ['an empty list', node('type: cli, command: []')],
    ['text for a list', node('type: cli, command: ls')],
    ['a list for text', node('type: cli, command: [[x]]')],
    ['a number for a duration', node('type: end, timeout: 10')],
    ['a word for a duration', node('type: end, timeout: soon')],
    ['a word for true or false', node('type: end, enabled: yes')],
    ['a fraction of a try', node('type: end, retry: { attempts: 1.5 }')],
    ['no tries', node('type: end, retry: { attempts: 0 }')],
    ['a word that is not in the list', node('type: end, trace: ful')],
    ['a condition without then', node('type: end, conditions: [{ if: "true" }]')],
    ['a gate that is a number', node('type: end, gate: 5')],
    ['an unknown key in the second gate', node('type: end, gate: [{}, { whn: before }]')],
    ['an unknown effect', node('type: action, do: [{ type: set_flg, flag: x }]')],
    ['an unknown input type', `inputs: { i: { type: strng } }\n${nodes}`],
    ['an input without a group', `inputs: { i: }\n${nodes}`],
    ['a flag that is a word', `state: { flags: { ok: maybe } }\n${nodes}`],
    ['an unknown requirement', `require: [{ type: tool_availble, tool: git }]\n${nodes}`],
    [
      'a message on an inner condition',
      `require: [{ type: all_of, conditions: [{ type: file_exists, path: x, message: m }] }]\n${nodes}`,
    ],
    ['a limit of nothing', `concurrency: { limit: 0 }\n${nodes}`],
    ['a budget of a number', `budget: { time: 10 }\n${nodes}`],
    ['a server without a command', `servers: { s: { args: [x] } }\n${nodes}`],
    ['a name that cannot be used', 'nodes: { 1a: { type: end } }'],
    ['a name that expressions use', 'nodes: { result: { type: end } }'],
    ['a wait for two things', node('type: wait, for: 5s, signal: go')],
    ['a wait for nothing', node('type: wait')],
  ])('%s', (_, rest) => {
    expect(fits(`gatehouse: 1\nname: a\n${rest}\n`)).toEqual({ schema: false, loader: false });
  });

  it.each(['name: a', 'gatehouse: 2\nname: a', 'gatehouse: 1', 'gatehouse: 1\nname:'])(
    'a file that begins with %j',
    (top) => {
      expect(fits(`${top}\n${nodes}\n`)).toEqual({ schema: false, loader: false });
    },
  );
});
