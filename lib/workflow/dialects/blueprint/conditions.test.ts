// Every precondition of the specification as a native one.
import { describe, expect, test } from 'vitest';
import { loadBlueprint, nodesOf, toldOf } from '../../../testing/workflow/blueprint-file.ts';

const head = `initial_state:
  phase: start
  list: []
  flags: { ready: false, format: md }
  computed: { page: null, config: {} }`;

const load = (condition: string) =>
  loadBlueprint(
    `  first:\n    type: conditional\n    condition: ${condition}\n    branches: { true: done, false: failed }\n`,
    head,
  );
const conditionOf = (condition: string) => nodesOf(load(condition))[0]?.fields.condition;

describe('a precondition', () => {
  test.each([
    ['"phase == \'x\'"', 'phase == "x"'],
    ['"${flags.ready}"', 'flags?.ready'],
    ['{ type: evaluate_expression, expression: "len(list) > 0" }', 'len(list) > 0'],
    ['{ type: flag_set, flag: ready }', { type: 'flag_set', flag: 'ready' }],
    ['{ type: flag_not_set, flag: ready }', { type: 'flag_not_set', flag: 'ready' }],
    ['{ type: flag_set, flag: format }', { type: 'state_check', field: 'computed?.format', operator: 'true' }],
    [
      '{ type: flag_set, flag: computed.page.ok }',
      { type: 'state_check', field: 'computed?.page?.ok', operator: 'true' },
    ],
    ['{ type: state_equals, field: phase, value: x }', { type: 'state_equals', field: 'phase', value: 'x' }],
    ['{ type: state_equals, field: phase, value: null }', { type: 'state_equals', field: 'phase', value: null }],
    ['{ type: state_not_null, field: "list[0].id" }', { type: 'state_not_null', field: 'list?.[0]?.id' }],
    ['{ type: state_is_null, field: state.phase }', { type: 'state_is_null', field: 'phase' }],
    ['{ type: count_equals, field: list, count: 2 }', { type: 'count_equals', field: 'list', count: 2 }],
    ['{ type: count_above, field: list, min: 2 }', { type: 'count_above', field: 'list', min: 2 }],
    ['{ type: count_below, field: list, max: 2 }', { type: 'count_below', field: 'list', max: 2 }],
    ['{ type: fetch_succeeded, from: computed.page }', { type: 'fetch_succeeded', from: 'computed?.page' }],
    [
      '{ type: fetch_returned_content, from: computed.page }',
      { type: 'fetch_returned_content', from: 'computed?.page' },
    ],
    [
      '{ type: fetch_check, from: computed.page, aspect: has_content }',
      { type: 'fetch_check', from: 'computed?.page', aspect: 'has_content' },
    ],
    [
      '{ type: state_check, field: phase, operator: equals, value: x }',
      { type: 'state_check', field: 'phase', operator: 'equals', value: 'x' },
    ],
    ['{ type: state_check, field: phase, operator: null }', { type: 'state_check', field: 'phase', operator: 'null' }],
    [
      '{ type: state_check, field: phase, operator: not_null }',
      { type: 'state_check', field: 'phase', operator: 'not_null' },
    ],
    ['{ type: state_check, field: phase, operator: true }', { type: 'state_check', field: 'phase', operator: 'true' }],
    [
      '{ type: state_check, field: phase, operator: false }',
      { type: 'state_check', field: 'phase', operator: 'false' },
    ],
    [
      '{ type: state_check, field: phase, operator: in, value: [a, b] }',
      { type: 'state_check', field: 'phase', operator: 'in', value: ['a', 'b'] },
    ],
    ['{ type: state_check, field: phase, operator: gt, value: 3 }', 'phase > 3'],
    ['{ type: tool_available, tool: git }', { type: 'tool_available', tool: 'git' }],
    ['{ type: tool_check, tool: git, capability: available }', { type: 'tool_available', tool: 'git' }],
    [
      '{ type: tool_check, tool: git, capability: version_gte, args: { min_version: "2.0" } }',
      { type: 'tool_check', tool: 'git', capability: 'version_gte', args: { version: '2.0' } },
    ],
    ['{ type: python_module_available, module: yaml }', { type: 'python_module_available', module: 'yaml' }],
    ['{ type: file_exists, path: "${phase}.md" }', { type: 'file_exists', path: '${phase}.md' }],
    ['{ type: directory_exists, path: a }', { type: 'directory_exists', path: 'a' }],
    ['{ type: path_check, path: a, check: is_file }', { type: 'path_check', path: 'a', check: 'is_file' }],
    [
      '{ type: path_check, path: a, check: contains_text, args: { pattern: x } }',
      { type: 'path_check', path: 'a', check: 'contains_text', args: { text: 'x' } },
    ],
    [
      '{ type: config_exists }',
      {
        type: 'any_of',
        conditions: [
          { type: 'file_exists', path: 'config.yaml' },
          { type: 'file_exists', path: 'data/config.yaml' },
        ],
      },
    ],
    [
      '{ type: source_exists, id: "${phase}" }',
      '(computed?.config?.sources ?? []).some(one => one?.id == ("" + (phase)))',
    ],
    ['{ type: source_check, source_id: a, aspect: cloned }', { type: 'directory_exists', path: '.source/a' }],
    ['{ type: log_initialized }', { type: 'state_not_null', field: '(log ?? null)' }],
    ['{ type: log_state, aspect: finalized }', { type: 'state_not_null', field: 'log?.ended_at' }],
    [
      '{ type: all_of, conditions: [{ type: flag_set, flag: ready }, "phase"] }',
      { type: 'all_of', conditions: [{ type: 'flag_set', flag: 'ready' }, 'phase'] },
    ],
    ['{ type: any_of, conditions: [] }', { type: 'any_of', conditions: [] }],
    ['{ type: none_of, conditions: ["phase"] }', { type: 'none_of', conditions: ['phase'] }],
    ['{ type: xor_of, conditions: ["phase"] }', { type: 'xor_of', conditions: ['phase'] }],
    [
      '{ all: ["phase", { any: ["list"] }] }',
      { type: 'all_of', conditions: ['phase', { type: 'any_of', conditions: ['list'] }] },
    ],
    ['{ type: composite, operator: none, conditions: ["phase"] }', { type: 'none_of', conditions: ['phase'] }],
  ])('%s', (written, native) => {
    expect(conditionOf(written)).toEqual(native);
  });

  test.each([
    'phase | length > 1',
    '{ type: network_available }',
    '{ type: tool_check, tool: gh, capability: authenticated }',
    '{ type: source_check, source_id: a, aspect: has_updates }',
    '{ type: moon_is_full }',
    '{ all: ["phase", { type: network_available, target: x }] }',
  ])('%s cannot be looked up for sure: a person is asked, in its own words', (written) => {
    const loaded = load(written);
    const [node] = nodesOf(loaded);
    expect(node).toMatchObject({ type: 'gate', fields: { kind: 'question', on: { yes: 'done', no: 'failed' } } });
    expect(toldOf(loaded).join()).toMatch('a person is asked, in the words of the file');
  });
});
