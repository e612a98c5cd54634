import { expect, test } from 'vitest';
import { echo, modelWorld, textResult, work } from '../../testing/nodes/scripted-model.ts';
import type { Resumption } from '../contract/outcome.ts';
import { runModelLoop } from './model-loop.ts';

const allowed = (args: Record<string, unknown>): Resumption => ({
  reason: 'tool',
  allowed: true,
  arguments: args,
  by: 'ann',
  comment: null,
});

test('a tool under ask stops the attempt before it runs, with the exact arguments, and the rest of the turn follows', async () => {
  const world = modelWorld(
    [{ calls: [echo({ n: 1 }), { name: 'box__erase', arguments: { all: true } }, echo({ n: 2 })] }, { text: 'Done' }],
    { echo: (args) => textResult(`echo ${args.n}`), erase: () => textResult('erased') },
  );
  const asking = work({ ask: ['box.erase'] });
  const stopped = await runModelLoop(asking, world.ctx());
  expect(stopped).toEqual({
    suspended: { reason: 'tool', tool: 'box.erase', arguments: { all: true }, description: 'erase' },
  });
  expect(world.called.map(([, tool]) => tool)).toEqual(['echo']);

  const resumed = allowed({ all: false });
  const outcome = await runModelLoop(asking, world.ctx({ resumed }));
  expect(world.called.map(([, tool, args]) => [tool, args])).toEqual([
    ['echo', { n: 1 }],
    ['erase', { all: false }],
    ['echo', { n: 2 }],
  ]);
  expect(world.told(1)).toEqual([
    'echo 1',
    'ann changed the arguments to {"all":false}. The result:\nerased',
    'echo 2',
  ]);
  expect(world.requests).toHaveLength(2);
  expect(outcome).toMatchObject({ ok: true, result: { text: 'Done', tool_calls: 3 } });
});

test('each call of a tool under ask is asked about on its own', async () => {
  const world = modelWorld([{ calls: [echo({ n: 1 }), echo({ n: 2 })] }, { text: 'Done' }]);
  const asking = work({ ask: ['box.*'] });
  expect(await runModelLoop(asking, world.ctx())).toMatchObject({ suspended: { arguments: { n: 1 } } });
  const again = await runModelLoop(asking, world.ctx({ resumed: allowed({ n: 1 }) }));
  expect(again).toMatchObject({ suspended: { arguments: { n: 2 } } });
  expect(world.called).toHaveLength(1);
  const outcome = await runModelLoop(asking, world.ctx({ resumed: allowed({ n: 2 }) }));
  expect(world.told(1)).toEqual(['echo {"n":1}', 'echo {"n":2}']);
  expect(outcome).toMatchObject({ ok: true });
});

test('what people allowed is that tool, also when its server has others by now', async () => {
  const before = modelWorld([{ calls: [{ name: 'box__a_b' }] }], { 'a.b': () => textResult('') });
  const asking = work({ ask: ['box.*'] });
  expect(await runModelLoop(asking, before.ctx())).toMatchObject({ suspended: { tool: 'box.a.b' } });
  const after = modelWorld([], { a_b: () => textResult('') });
  const { notebook } = before.ctx();
  const again = await runModelLoop(asking, after.ctx({ notebook, resumed: allowed({}) }));
  expect(again).toMatchObject({ suspended: { tool: 'box.a_b' } });
  expect(after.called).toEqual([]);
});

test('a denial is told to the model with who and why, and the work goes on', async () => {
  const world = modelWorld([{ calls: [echo()] }, { text: 'Then not' }]);
  const asking = work({ ask: ['box.echo'] });
  await runModelLoop(asking, world.ctx());
  const resumed: Resumption = { reason: 'tool', allowed: false, arguments: {}, by: 'ann', comment: 'too risky' };
  const outcome = await runModelLoop(asking, world.ctx({ resumed }));
  expect(world.called).toEqual([]);
  expect(world.told(1)).toEqual(['Denied by ann: too risky.']);
  expect(outcome).toMatchObject({ ok: true, result: { text: 'Then not' } });
});

test('over budget, the attempt waits before the next call of the model and goes on where it was', async () => {
  const world = modelWorld([{ calls: [echo()] }, { text: 'Done' }]);
  let spent = false;
  const ctx = world.ctx({ isOverBudget: () => spent });
  const callTool: typeof ctx.callTool = async (...call) => {
    spent = true;
    return ctx.callTool(...call);
  };
  const stopped = runModelLoop(work(), { ...ctx, ofModel: { ...ctx.ofModel, callTool } });
  expect(await stopped).toEqual({ suspended: { reason: 'budget' } });
  expect(world.requests).toHaveLength(1);
  const outcome = await runModelLoop(work(), world.ctx({ resumed: { reason: 'budget' } }));
  expect(world.called).toHaveLength(1);
  expect(outcome).toMatchObject({ ok: true, result: { text: 'Done', tool_calls: 1 } });
});
