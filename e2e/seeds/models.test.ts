// Seed 000, "AI Step Path": which model works, which one sees, and what is said when there is none.
import { expect, test } from 'vitest';
import { checkWorkflow, executesOf } from '../../lib/runs/read-workflows.ts';
import { bareHouse, house } from '../../lib/testing/house.ts';
import { loadWorkflow } from '../../lib/workflow/load.ts';
import type { Asked } from '../fakes/model-server.ts';
import { stage } from './stage.ts';

const scene = stage({ GATEHOUSE_VISION_MODEL: 'eyes' });

const server = `servers: { box: { command: node, args: ["${import.meta.dirname}/../fakes/mcp-server.mjs"] } }`;
const hasPicture = ({ messages }: Asked) => JSON.stringify(messages).includes('image_url');
const verdict = { text: JSON.stringify({ verdicts: [{ name: 'It is blue', verdict: 'pass', reason: 'seen' }] }) };

test('M8: the vision model sees given images and judged pictures; the working model reads words', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Look
${server}
nodes:
  shot: { type: tool, server: box, tool: image, expect: It is blue }
  look: { type: ai, prompt: What is it?, images: ["\${shot.artifacts}"] }
`,
    {
      people: () => 'allow',
      model: (asked) => {
        if (JSON.stringify(asked.messages).includes('It is blue')) return verdict;
        return asked.model === 'eyes' ? { text: 'a blue dot' } : { text: 'I read it' };
      },
    },
  );
  expect(played.run.status).toBe('completed');
  expect(scene.model.asked.map((asked) => [asked.model, hasPicture(asked)])).toEqual([
    ['eyes', true],
    ['eyes', true],
    ['fake-model', false],
  ]);
  expect(JSON.stringify(scene.model.asked[2]?.messages)).toContain('a blue dot');
  expect(played.of('vision_summary').map(({ node }) => node)).toEqual(['look']);
});

const roles = 'roles: { careful: { instructions: You are careful., model: big }, plain: { instructions: You work. } }';

test('M10: the model of a role judges too, and is what the start form names', async () => {
  const source = `
gatehouse: 1
name: Roles
${roles}
nodes:
  work: { type: cli, command: [echo, done], role: careful, expect: It is blue, checks: [{ type: judge, question: Still?, name: still, when: after, on_fail: warn }] }
  task: { type: task, role: careful, action: check }
  agent: { type: agent, agent: careful, prompt: Look, tools: [] }
  plain: { type: ai, role: plain, prompt: Work }
`;
  const played = await scene.play(source, {
    model: ({ messages }) => (JSON.stringify(messages).includes('verdicts') ? verdict : { text: '{"result": "pass"}' }),
  });
  expect(played.run.status).toBe('completed');
  expect(scene.model.asked.map(({ model }) => model)).toEqual(['big', 'big', 'big', 'fake-model', 'big']);
  const { graph } = loadWorkflow(source);
  const told = graph ? executesOf(graph).filter(({ text }) => text.startsWith('model')) : [];
  expect(told.map(({ node, text }) => `${node}: ${text}`)).toEqual([
    'work: model big judges its checks',
    'task: model big',
    'agent: model big',
    'plain: model default',
  ]);
});

test('M10: what a file needs of models and the console does not have is said when it is loaded', async () => {
  const source = `gatehouse: 1\nname: Roles\n${roles}\nnodes:\n  work: { type: cli, command: [true], expect: Done }\n  task: { type: task, role: careful, action: check }\n`;
  const told = async (env: Record<string, string>) => {
    const { problems } = await checkWorkflow({ env: bareHouse(env).env, workflows: house.workflows }, source);
    return problems.map(({ severity, message }) => `${severity}: ${message}`);
  };
  expect(await told({})).toEqual([
    'warning: node "work" needs a model, and the console has none: OPENAI_API_KEY or OPENAI_BASE_URL is not set',
    'warning: node "task" needs a model, and the console has none: OPENAI_API_KEY or OPENAI_BASE_URL is not set',
  ]);
  expect(await told({ OPENAI_API_KEY: 'k' })).toEqual([
    'warning: node "work" needs a model, and the console has none: GATEHOUSE_MODEL is not set',
  ]);
  expect(await told({ OPENAI_API_KEY: 'k', GATEHOUSE_MODEL: 'm' })).toEqual([]);
});
