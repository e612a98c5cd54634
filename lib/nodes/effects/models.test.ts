import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';
import { modelWorld, type Said } from '../../testing/nodes/scripted-model.ts';
import type { Instructions, NodeContext } from '../contract/node-context.ts';

let world: ScratchWorld;

beforeEach(async () => {
  world = await createScratchWorld();
});
afterEach(() => world.end());

const file = (name: string, tools: string[] = []): Instructions => ({
  name,
  text: `You are ${name}. Do $ARGUMENTS`,
  model: null,
  tools,
});

function scripted(script: Said[]) {
  const model = modelWorld(script);
  const readInstructions: NodeContext['readInstructions'] = async (kind, name) =>
    file(`${kind} ${name}`, ['write_file']);
  return { model, more: { callModel: model.ctx().callModel, readInstructions } };
}

describe('an effect that lets a model work', () => {
  it('spawn_agent keeps what the agent said last', async () => {
    const { model, more } = scripted([{ text: 'found it' }]);
    const { error, values } = await world.act(
      [
        { type: 'spawn_agent', subagent_type: 'scout', prompt: 'Look for ${what}', store_as: 'found' },
        { type: 'write_file', path: 'found.txt', content: '${computed.found}' },
      ],
      { what: 'keys' },
      more,
    );
    expect([error, values]).toEqual([null, { 'computed.found': 'found it' }]);
    expect(model.requests[0]?.messages).toMatchObject([
      { role: 'system', text: expect.stringContaining('You are agent scout') },
      { role: 'user', text: 'Look for keys' },
    ]);
    expect(await readFile(join(world.workspace, 'found.txt'), 'utf8')).toBe('found it');
  });

  it('invoke_skill gives the skill its arguments', async () => {
    const { model, more } = scripted([{ text: 'done' }]);
    const effect = { type: 'invoke_skill', skill: 'tidy', args: '${what}', store_as: 'said' };
    const { values } = await world.act([effect], { what: 'all' }, more);
    expect(values).toEqual({ 'computed.said': 'done' });
    expect(model.requests[0]?.messages[0]?.text).toContain('You are skill tidy. Do all');
  });

  it('a heading that is made to keep us busy is looked at as quickly as any other', async () => {
    const { more } = scripted([]);
    await world.context().files.write('p.md', `# ${' '.repeat(400_000)}x\n# ${'#'.repeat(400_000)}x\n`);
    const began = performance.now();
    const { error } = await world.act([{ type: 'invoke_pattern', path: 'p.md', section: 'E' }], {}, more);
    expect(error?.message).toContain('has no section');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('invoke_pattern follows a section of a file of the workspace', async () => {
    const { model, more } = scripted([{ text: 'followed' }, { text: 'followed' }]);
    await world.act([{ type: 'write_file', path: 'p.md', content: '# A\nx\n## B ##\ny\n### C\nz\n## D\nw\n' }]);
    const effect = { type: 'invoke_pattern', path: 'p.md', context: { n: '${n}' }, store_as: 'said' };
    const { error, values } = await world.act([{ ...effect, section: 'B' }, effect], { n: 1 }, more);
    expect([error, values]).toEqual([null, { 'computed.said': 'followed' }]);
    const [first, second] = model.requests.map(({ messages }) => messages[1]?.text);
    expect(first).toContain('follow this:\n\n## B ##\ny\n### C\nz\nParameters: {\n  "n": 1\n}');
    expect(second).toContain('# A\nx');
    const missing = await world.act([{ ...effect, section: 'E' }], { n: 1 }, more);
    expect(missing.error?.message).toContain('"p.md" has no section "E"');
  });

  it('asks people about a tool in the middle of the action, and goes on from there', async () => {
    const call = { name: 'write_file', arguments: { path: 'b.txt', content: 'wanted' } };
    const { more } = scripted([{ calls: [call] }, { text: 'written' }, { text: 'second' }]);
    const agent = { type: 'spawn_agent', subagent_type: 'scout', prompt: 'Write', tools: ['write_file'] };
    const effects = [
      { type: 'append_to_file', path: 'a.txt', content: 'once' },
      { ...agent, ask: ['write_file'], store_as: 'said' },
      { ...agent, store_as: 'again' },
    ];
    const asked = await world.execute(effects, world.context({}, more));
    expect(asked).toMatchObject({ suspended: { reason: 'tool', tool: 'write_file', arguments: call.arguments } });
    const resumed = {
      reason: 'tool' as const,
      allowed: true,
      arguments: { path: 'b.txt', content: 'changed' },
      by: 'ada',
      comment: null,
    };
    const { error, values } = await world.act(effects, {}, { ...more, resumed });
    expect([error, values]).toEqual([null, { 'computed.said': 'written', 'computed.again': 'second' }]);
    expect(await readFile(join(world.workspace, 'a.txt'), 'utf8')).toBe('once');
    expect(await readFile(join(world.workspace, 'b.txt'), 'utf8')).toBe('changed');
  });

  it('stops the action when the model fails', async () => {
    const { more } = scripted([new Error('the provider is away')]);
    const { error } = await world.act([{ type: 'invoke_skill', skill: 'tidy' }], {}, more);
    expect(error?.message).toBe('do[0] invoke_skill: the provider is away');
  });
});
