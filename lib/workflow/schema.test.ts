import { describe, expect, it } from 'vitest';
import { loadWorkflow } from './load.ts';
import { describeProblem } from './problems/problem.ts';

function load(top: string) {
  const head = 'inputs: { repo: { default: "." } }\nstate: { phase: draft, flags: { ready: true } }';
  return loadWorkflow(`gatehouse: 1\nname: a\n${head}\n${top}\nnodes: { a: { type: end } }\n`);
}
const told = (top: string) => load(top).problems.map((problem) => describeProblem(problem));

describe('require', () => {
  it('is a list of conditions on what the run is started with, and of checks outside of it', () => {
    const require = [
      { type: 'tool_available', tool: 'git' },
      "inputs.repo != ''",
      { type: 'flag_set', flag: 'ready', message: 'not ready for ${inputs.repo}' },
      { type: 'tool_check', tool: 'git', capability: 'version_gte', args: { version: '2.40' } },
      {
        type: 'any_of',
        conditions: [
          { type: 'path_check', path: '${inputs.repo}/README.md', check: 'contains_text', args: { text: 'x' } },
          { type: 'none_of', conditions: [{ type: 'directory_exists', path: '/nowhere' }, 'phase == "draft"'] },
        ],
      },
    ];
    const { graph, problems } = load(`require: ${JSON.stringify(require)}`);
    expect(problems).toEqual([]);
    expect(graph?.require).toEqual(require);
  });

  it('is empty when the file does not say it', () => {
    expect(load('').graph).toMatchObject({ require: [], concurrency: null, budget: { time: null } });
  });

  it.each([
    ['a group', 'require: { type: file_exists }', '5:10 "require" must be a list, not a group of keys'],
    ['a field left out', 'require: [{ type: file_exists }]', '5:11 "require[0]" needs "path"'],
    [
      'a version left out',
      'require: [{ type: tool_check, tool: git, capability: version_gte }]',
      '5:11 "require[0]" needs "args"',
    ],
    [
      'an input that does not exist',
      'require: [{ type: file_exists, path: "${inputs.rep}" }]',
      '5:41 "require[0].path" refers to unknown input "rep"; did you mean "repo"?',
    ],
    ['a node, which has not run', 'require: ["a.success"]', '5:12 "require[0]" refers to unknown name "a"'],
    [
      'a name that nothing gives, inside a combination',
      'require: [{ type: all_of, conditions: ["phase == 1", "phse == 1"] }]',
      '5:55 "require[0].conditions[1]" refers to unknown name "phse"; did you mean "phase"?',
    ],
    [
      'the network',
      'require: [{ type: network_available }]',
      '5:11 "require[0]" is not supported: "network_available" cannot be checked; let the node that needs the network fail and ask',
    ],
  ])('refuses %s', (_, top, problem) => {
    expect(told(top)).toEqual([problem]);
  });

  it('a check that does not exist is told with the one that was meant', () => {
    const [problem, ...others] = load('require: [{ type: tool_availble, tool: git }]').problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ path: 'require[0].type', suggestion: 'did you mean "tool_available"?' });
  });
});

describe('concurrency', () => {
  it('has a limit, and a key that is a template', () => {
    expect(load('concurrency: { limit: 2 }').graph?.concurrency).toEqual({ key: '', limit: 2 });
    const keyed = load('concurrency: { key: "${inputs.repo}", limit: 1 }');
    expect(keyed.graph?.concurrency).toEqual({ key: '${inputs.repo}', limit: 1 });
  });

  it.each([
    ['no limit', 'concurrency: { key: x }', '5:1 "concurrency" needs "limit"'],
    ['a limit of nothing', 'concurrency: { limit: 0 }', '5:23 "concurrency.limit" must be at least 1'],
    [
      'a key of what the run will only know later',
      'concurrency: { key: "${a.result}", limit: 1 }',
      '5:24 "concurrency.key" refers to unknown name "a"',
    ],
  ])('refuses %s', (_, top, problem) => {
    expect(told(top)).toEqual([problem]);
  });
});

describe('budget', () => {
  it('is a time', () => {
    expect(load('budget: { time: 2h }').graph?.budget).toEqual({
      time: '2h',
      tokens: null,
      cost: null,
      tool_calls: null,
    });
  });

  it.each([
    ['no time at all', 'budget: { time: 0s }', '5:17 "budget.time" must be longer than nothing'],
    ['an unknown key', 'budget: { tim: 2h }', '5:11 "budget" has an unknown key "tim"; did you mean "time"?'],
  ])('refuses %s', (_, top, problem) => {
    expect(told(top)).toEqual([problem]);
  });
});
