// Seed 003, "Preconditions": conditions that look outside, in `require`, `if` and `validate`.
import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const scene = stage();

test('M16: if and validate look at files of the workspace and at programs, as work that is recorded', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Looking
inputs: { file: { type: string, default: README.md } }
nodes:
  there: { type: if, condition: { type: file_exists, path: "\${inputs.file}" }, then: write, else: fail }
  write: { type: cli, script: "mkdir made && echo hello > made/x.md" }
  check:
    type: validate
    conditions:
      - { type: directory_exists, path: made, message: No folder }
      - { type: path_check, path: made/x.md, check: contains_text, args: { text: bye }, message: It does not say bye }
      - { type: file_exists, path: ../x, message: Outside }
      - { type: tool_available, tool: no-such-program-here, message: No such program }
      - { type: all_of, conditions: [{ type: tool_available, tool: sh }, "1 == 1"], message: No shell }
    valid: fail
    invalid: done
  done: { type: end, message: "\${join(computed.validation_errors, ', ')}" }
`,
    { files: { 'README.md': 'hello' } },
  );
  expect(played.run).toMatchObject({ status: 'completed', message: 'It does not say bye, Outside, No such program' });
  expect(played.of('branch_evaluated').map(({ node, data }) => [node, data.result, data.to])).toEqual([
    ['there', true, 'write'],
    ['check', false, 'done'],
  ]);
  const claims = played.of('node_started').filter(({ data }) => data.input !== undefined);
  expect(claims.map(({ node }) => node)).toEqual(['there', 'write', 'check']);
  expect(played.run.state.history.tail[0]?.outcome).toEqual({ branch: true });
});

test('M16: require looks where the workspace comes from, never into the console’s own folder', async () => {
  const source =
    'gatehouse: 1\nname: Required\nrequire: [{ type: file_exists, path: package.json }]\nnodes: { done: { type: end } }\n';
  await expect(scene.play(source)).rejects.toThrow(
    '"package.json" is a path in the workspace, of which nothing is there before the run',
  );
  await expect(scene.play(source, { files: { 'README.md': '' } })).rejects.toThrow('there is no file');
  expect((await scene.play(source, { files: { 'package.json': '{}' } })).run.status).toBe('completed');
});
