import { describe, expect, it } from 'vitest';
import { oneAction, said } from '../../testing/engine/one-action.ts';
import { openGate } from '../../testing/engine/walk.ts';

const head = 'state: { computed: { list: [{ id: a }, { id: b }], seen: [] } }';
const action = oneAction(head);
const listed = (effects: unknown[]) => JSON.stringify(effects).slice(1, -1);
const act = (effects: unknown[], more = '') => action.act(listed(effects), '', more);
const told = (effects: unknown[]) => action.told(listed(effects));

describe('foreach', () => {
  const append = { type: 'append_state', field: 'computed.seen', value: '${item.id}' };

  it('does its effects for every item, which see what earlier rounds did', () => {
    const walk = act([
      {
        type: 'foreach',
        items: '${computed.list}',
        do: [append, { type: 'display_message', message: '${item.id} ${len(computed.seen)}' }],
      },
    ]);
    expect(walk.state.computed.seen).toEqual(['a', 'b']);
    expect(said(walk)).toEqual(['a 1\n', 'b 2\n']);
  });

  it('gives the item the name that is chosen, one inside the other too', () => {
    const walk = act([
      {
        type: 'foreach',
        items: '${computed.list}',
        as: 'outer',
        do: [
          {
            type: 'foreach',
            items: [1, 2],
            as: 'inner',
            do: [{ type: 'append_state', field: 'computed.seen', value: '${outer.id}${inner}' }],
          },
        ],
      },
    ]);
    expect(walk.state.computed.seen).toEqual(['a1', 'a2', 'b1', 'b2']);
  });

  it('works its items out when its turn has come', () => {
    const walk = act([
      { type: 'append_state', field: 'computed.list', value: { id: 'c' } },
      { type: 'foreach', items: '${computed.list}', do: [append] },
    ]);
    expect(walk.state.computed.seen).toEqual(['a', 'b', 'c']);
  });

  it('stops at the first failure of any round, and says where that is', () => {
    const walk = act([
      {
        type: 'foreach',
        items: ['one', null],
        do: [{ type: 'compute_hash', from: 'item', store_as: 'hash' }],
      },
    ]);
    expect(openGate(walk).show[0]?.text).toContain('do[0].do[0] compute_hash: "item" is null');
    expect(walk.state.computed.hash).toMatch(/^sha256:/);
  });

  it('needs a list', () => {
    const over = (items: unknown) => openGate(act([{ type: 'foreach', items, do: [append] }])).show[0]?.text;
    expect(over('${computed.seen.length}')).toContain('do[0] foreach: items must be a list, not number');
  });

  it('is checked like the effects around it', () => {
    expect(told([{ type: 'foreach', items: [1], do: [{ type: 'set_flag' }] }])).toEqual([
      'node "act": "do[0].do[0]" needs "flag"',
    ]);
    expect(told([{ type: 'foreach', items: [1], do: [] }])).toHaveLength(1);
    expect(told([{ type: 'foreach', items: [1], as: 'x', do: [{ type: 'emit_text', text: '${x} ${y}' }] }])).toEqual([
      expect.stringContaining('"do[0].do[0].text" refers to unknown name "y"'),
    ]);
    expect(
      told([{ type: 'foreach', items: [1], do: [{ type: 'compute', expression: '1 +', store_as: 'x' }] }]),
    ).toEqual([expect.stringContaining('"do[0].do[0].expression" cannot be read as an expression')]);
  });
});

it('a log entry is told with its level and what belongs to it', () => {
  const walk = act([
    { type: 'log_entry', level: 'debug', message: 'got ${len(computed.list)}', context: { list: '${computed.seen}' } },
    { type: 'log_warning', message: 'odd' },
    { type: 'log_error', message: 'bad' },
    { type: 'emit_text', text: 'plain' },
  ]);
  expect(said(walk)).toEqual(['debug: got 2 {"list":[]}\n', 'warning: odd\n', 'error: bad\n', 'plain\n']);
});

describe('a slip is told when the file is loaded', () => {
  const rollback = { type: 'rollback_checkpoint', name: 'x' };
  const read = { type: 'read_file', path: 'a', store_as: 'x' };

  it.each<[string, unknown[], string]>([
    [
      'prose',
      [{ type: 'inline', description: 'Look', pseudocode: '${x} => y' }],
      'write it as the "action" of a node of type task',
    ],
    ['a rollback beside work outside', [read, rollback], 'put rollback_checkpoint into an action of its own'],
    ['a rollback in a round', [{ type: 'foreach', items: [1], do: [rollback] }], 'must be the last effect of its node'],
    ['a missing content', [{ type: 'local_file_ops', operation: 'write', path: 'a' }], '"do[0]" needs "content"'],
    ['a missing name', [{ type: 'local_file_ops', operation: 'read', path: 'a' }], '"do[0]" needs "store_as"'],
    ['a missing address', [{ type: 'git_ops_local', operation: 'clone', dest: 'a' }], '"do[0]" needs "url"'],
    ['a missing source', [{ type: 'web_ops', operation: 'cache', dest: 'a' }], '"do[0]" needs "from"'],
    ['a server nobody has', [{ type: 'mcp_tool_call', tool: 'none.x' }], 'none'],
    [
      'an agent in the background',
      [{ type: 'spawn_agent', subagent_type: 'a', prompt: 'b', run_in_background: true }],
      'use an agent node with "background"',
    ],
    [
      'a question about a tool that is not allowed',
      [{ type: 'invoke_skill', skill: 'a', tools: ['read_file'], ask: ['write_file'] }],
      'which "tools" does not allow',
    ],
    [
      'a wrong expression',
      [{ type: 'cache_web_content', from: 'computed.', dest: 'a' }],
      'cannot be read as an expression',
    ],
    ['a name nobody sets', [{ type: 'write_file', path: '${nam}', content: '' }], 'unknown name "nam"'],
  ])('%s', (_, effects, message) => {
    expect(told(effects)).toEqual([expect.stringContaining(message)]);
  });

  it('but what a script says is its own business', () => {
    expect(
      told([
        { type: 'run_command', script: 'echo ${HOME} ${x:-y} ${' },
        { type: 'install_tool', tool: 'x', install_command: 'echo ${HOME%/*}' },
      ]),
    ).toEqual([]);
    expect(told([{ type: 'install_tool', tool: 'x', install_command: ['echo', '${home}'] }])).toHaveLength(1);
  });
});
