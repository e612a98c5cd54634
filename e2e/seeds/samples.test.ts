// The samples that need a model, walked to their ends with one that behaves like one.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, promptOf, stage, turnOf } from './stage.ts';

const scene = stage();
const folder = join(import.meta.dirname, '../../workflows');
const sample = (name: string) => readFileSync(join(folder, `${name}.yaml`), 'utf8');

test('site-check: a browser’s pictures are judged and shown to a person', async () => {
  // The same tools, without a browser behind them.
  const server = `command: node, args: ["${join(import.meta.dirname, '../fakes/pointing-server.mjs')}"]`;
  const source = sample('site-check').replace(/command: npx, args: \[.*\]/, server);
  const verdicts = (verdict: string) => ({
    text: JSON.stringify({
      verdicts: ['It looks right', 'It still looks right'].map((name) => ({ name, verdict, reason: 'seen' })),
    }),
  });
  let judged = 0;
  const waiting = await scene.play(source, {
    inputs: { follow: 'the way in' },
    people: ({ purpose }) => (purpose === 'server' ? 'allow' : null),
    model: (asked) =>
      promptOf(asked).includes('the way in')
        ? { text: 'button "Sign "in""' }
        : verdicts(judged++ === 0 ? 'pass' : 'fail'),
  });
  expect(waiting.gate).toMatchObject({ node: 'review' });
  expect(waiting.gate?.show.filter(({ artifact }) => artifact !== null)).toHaveLength(2);
  expect(waiting.run.warnings.map(({ message }) => message)).toEqual(['the check "It still looks right" failed: seen']);
  const values = { note: 'The button moved' };
  const played = await scene.goOn(waiting.id, () => ({ option: 'bad', values }));
  expect(played.run).toMatchObject({ status: 'failed', message: 'The button moved' });
});

test('fix-loop: what fails is mended until it passes; what never passes is given to a person', async () => {
  let rounds = 0;
  const behaving = (passesAt: number) => (asked: Parameters<typeof promptOf>[0]) => {
    const prompt = promptOf(asked);
    if (prompt.includes('Action: validate'))
      return { text: rounds++ >= passesAt ? '{"result": "pass"}' : 'No Latin. {"result": "fail"}' };
    if (turnOf(asked) > 0) return { text: 'Written to greet.txt. {"result": "pass"}' };
    const content = prompt.includes('Action: fix') ? 'hello, hallo, salve\n' : 'hello\n';
    return calls('write_file', { path: 'greet.txt', content });
  };
  const played = await scene.play(sample('fix-loop'), { model: behaving(1) });
  expect(played.run.status).toBe('completed');
  expect(played.path).toEqual(['implement', 'validate', 'fix', 'validate', 'show', 'done']);
  expect(scene.read(played, 'greet.txt')).toBe('hello, hallo, salve\n');
  rounds = 0;
  const given = await scene.play(sample('fix-loop'), { model: behaving(Number.POSITIVE_INFINITY) });
  expect(given.gate).toMatchObject({ node: 'fix', purpose: 'failure', assignees: ['administrators'] });
  expect(given.run.nodes.fix?.visits).toBe(4);
});

test('plan-and-build: the skills pass files on, and a person’s comment reaches the one that plans again', async () => {
  cpSync(join(folder, 'skills'), join(scene.workflows, 'skills'), { recursive: true });
  let plans = 0;
  const replies = [{ option: 'no', comment: 'shorter please' }, { option: 'yes' }];
  const played = await scene.play(sample('plan-and-build'), {
    people: () => replies.shift() ?? null,
    model: (asked) => {
      const prompt = promptOf(asked);
      const turn = turnOf(asked);
      if (prompt.includes('Write a plan')) {
        if (turn > 0) return { text: 'The plan is in plan.md.' };
        plans += 1;
        return calls('write_file', { path: 'plan.md', content: `${plans}. write poem.md\n` });
      }
      if (turn === 0) return calls('read_file', { path: /it is given|given: (\S+)/.exec(prompt)?.[1] ?? '' });
      if (turn === 1) return calls('write_file', { path: 'poem.md', content: 'A door.\n' });
      if (turn === 2)
        return calls('write_file', { path: 'report.md', content: `${prompt.includes('2. write poem.md')}: poem.md\n` });
      return { text: 'Done, see `report.md`.' };
    },
  });
  expect(played.run).toMatchObject({ status: 'completed', message: 'true: poem.md\n' });
  expect(plans).toBe(2);
  expect(scene.model.asked.some((asked) => promptOf(asked).includes('shorter please'))).toBe(true);
  expect(played.run.gates.filter(({ node }) => node === 'plan').at(-1)?.show[0]).toMatchObject({ label: 'plan.md' });
});
