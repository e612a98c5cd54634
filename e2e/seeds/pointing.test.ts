// Seed 000, "Deterministic Path" and "Runtime Caches": pointing in words.
import { expect, test } from 'vitest';
import { type Played, stage } from './stage.ts';

const scene = stage();
const allow = ({ purpose }: { purpose: string }) => (purpose === 'server' ? 'allow' : null);
const file = (nodes: string, failures = 0) => `
gatehouse: 1
name: Point
servers: { screen: { command: node, args: ["${import.meta.dirname}/../fakes/pointing-server.mjs", "${failures}"] } }
nodes:
${nodes}
`;
const callsOf = (played: Played) => played.of('tool_call').map(({ data }) => [data.tool, data.arguments]);

test('M7: a click by words asks a model once; the element is remembered, and a bare name is an answer', async () => {
  const played = await scene.play(
    file(`  first: { type: tool, server: screen, tool: click, target: the login thing }
  second: { type: tool, server: screen, tool: click, target: the login thing }
  find: { type: tool, server: screen, tool: find_text, arguments: { text: the login thing } }`),
    { people: allow, model: () => ({ text: 'Login Button' }) },
  );
  expect(played.run.status).toBe('completed');
  expect(played.run.state.outputs.second).toEqual({ clicked: { x: 10, y: 20 } });
  expect(played.run.state.outputs.find).toMatchObject([{ text: 'Login Button' }]);
  expect(scene.model.asked).toHaveLength(1);
  expect(played.of('element_resolved')).toHaveLength(1);
});

test('M7: a plain find_text has the fallback too, and target on find_text is its text', async () => {
  const played = await scene.play(
    file(`  plain: { type: tool, server: screen, tool: find_text, arguments: { text: where I log in } }
  aimed: { type: tool, server: screen, tool: find_text, target: Send }`),
    { people: allow, model: () => ({ text: '{"choice": "Login Button"}' }) },
  );
  expect(played.run.state.outputs.plain).toMatchObject([{ text: 'Login Button' }]);
  expect(played.run.state.outputs.aimed).toMatchObject([{ text: 'Send' }]);
  expect(callsOf(played)).toEqual([
    ['find_text', { text: 'where I log in' }],
    ['find_text', { text: 'Login Button' }],
    ['find_text', { text: 'Send' }],
  ]);
});

test('M7: the focused app scopes the search, and an app that a model chose is remembered', async () => {
  const choices = ['Mail', 'Send'];
  const played = await scene.play(
    file(`  focus: { type: tool, server: screen, tool: focus_window, target: where letters are }
  again: { type: tool, server: screen, tool: focus_window, target: where letters are }
  click: { type: tool, server: screen, tool: click, target: send it }`),
    { people: allow, model: () => ({ text: choices.shift() ?? 'none' }) },
  );
  expect(played.run.status).toBe('completed');
  expect(played.run.state.outputs.again).toEqual({ pid: 80 });
  expect(scene.model.asked).toHaveLength(2);
  expect(callsOf(played).filter(([tool]) => tool === 'find_text')).toEqual([
    ['find_text', { text: 'send it', app_name: 'Mail' }],
    ['find_text', { text: 'Send', app_name: 'Mail' }],
  ]);
});

test('M7: a retry forgets what was matched and asks again', async () => {
  const played = await scene.play(
    file('  click: { type: tool, server: screen, tool: click, target: the login thing, retry: { attempts: 2 } }', 1),
    { people: allow, model: () => ({ text: 'Login Button' }) },
  );
  expect(played.run.nodes.click).toMatchObject({ status: 'completed', attempts: 2 });
  expect(scene.model.asked).toHaveLength(2);
});

test('M7: a browser’s tools are pointed by snapshot and reference, by name or by a model’s choice', async () => {
  const played = await scene.play(
    file(`  named: { type: tool, server: screen, tool: browser_click, target: 'Sign "in"' }
  text: { type: tool, server: screen, tool: browser_click, target: only text here }
  chosen: { type: tool, server: screen, tool: browser_click, target: the way in }
  again: { type: tool, server: screen, tool: browser_click, target: the way in }
  newer: { type: tool, server: screen, tool: browser_hover, target: Welcome }`),
    { people: allow, model: () => ({ text: 'button "Sign "in""' }) },
  );
  const { named, text, chosen, again, newer } = played.run.state.outputs;
  expect(newer).toEqual({ element: 'heading "Welcome"', target: 'e52' });
  expect([named, text, chosen, again]).toEqual([
    { element: 'button "Sign "in""', ref: 'e13' },
    { element: 'generic "Only text here"', ref: 'e24' },
    { element: 'button "Sign "in""', ref: 'e33' },
    { element: 'button "Sign "in""', ref: 'e43' },
  ]);
  expect(scene.model.asked).toHaveLength(1);
});
