// Blueprints run for real: files, programs, people, a record that leaves.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exportRecord } from '../../../export/export-record.ts';
import { answerGate } from '../../../runs/answer-gate.ts';
import { startRun } from '../../../runs/start-run.ts';
import { tester } from '../../../testing/actors.ts';
import { house } from '../../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../../testing/scratch-engine.ts';
import { whenAsked, whenStatus } from '../../../testing/scratch-run.ts';

let engine: ScratchEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-blueprint-'));
  engine = await startScratchEngine({ GATEHOUSE_FOLDERS: folder });
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'config.yaml'), 'name: x\nsources:\n  - { id: old, sha: a }\n');
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sample = readFileSync(join(import.meta.dirname, '../../../../workflows/reading-list.yaml'), 'utf8');
const start = async (source: string, inputs: Record<string, unknown> = {}) =>
  (await startRun(house, { source, inputs, actor: tester })).id;

async function reply(runId: string, option: string, values: Record<string, unknown> = {}): Promise<void> {
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option, values, actor: tester });
}

test('the sample asks, guesses from words, writes its file and ends, with no model', async () => {
  const id = await start(sample);
  await reply(id, 'other', { text: 'the novel everybody talks about' });
  await reply(id, 'enough');
  const { state } = await whenStatus(id, 'completed');
  expect(state).toMatchObject({
    message: '1 added to the list.',
    custom: { kind: 'book' },
    flags: { is_first: true, was_guessed: true },
  });
  expect(readFileSync(join(state.workspace, 'reading-list.md'), 'utf8')).toBe(
    '- the novel everybody talks about (book)\n',
  );
  const dump = parse(await text((await exportRecord(house, id, 'state')).stream));
  expect(dump).toMatchObject({ current_node: 'done', kind: 'book', computed: state.computed, flags: state.flags });
  expect(dump.checkpoints.before_writing).toMatchObject({ current_node: 'write_entry', computed: { entries: [] } });
});

test('a file works on the folder that it is given: its configuration, its scripts, what is there', async () => {
  const file = `name: sources
version: 1.0.0
entry_preconditions: [{ type: config_exists, error_message: There is no data/config.yaml }]
initial_state: { phase: start, flags: { has_data: false, has_none: true }, computed: {} }
start_node: work
nodes:
  work:
    type: action
    actions:
      - { type: read_config, store_as: config }
      - { type: add_source, spec: { id: new, sha: b } }
      - { type: update_source, id: old, fields: { sha: "c-\${len(config.sources)}" } }
      - { type: directory_exists_check, path: data, store_as: computed.there }
      - { type: file_exists_check, path: data/none, set_flag: has_none }
      - { type: bash_check, command: "test -d data", set_flag: has_data }
      - { type: run_command, interpreter: bash, command: "echo '\${config.name}' \${phase:-none}", store_in: said }
      - { type: foreach, items: "\${config.sources}", actions: [{ type: append_to_file, path: ids.txt, content: "\${item.id}\\n" }] }
    on_success: known
    on_failure: failed
  known:
    type: conditional
    condition: { type: source_exists, id: new }
    branches: { true: done, false: failed }
endings:
  done: { type: success, message: "\${said}" }
  failed: { type: error, message: "\${error.message}" }
`;
  await expect(start(file)).rejects.toMatchObject({
    message: expect.stringContaining('give the run a folder to begin with'),
  });
  const { state } = await whenStatus(await start(file, { folder }), 'completed');
  expect(state.message).toBe('x start');
  expect(state.computed).toMatchObject({
    there: true,
    config: {
      sources: [
        { id: 'old', sha: 'c-2' },
        { id: 'new', sha: 'b' },
      ],
    },
  });
  expect(state.flags).toMatchObject({ has_data: true, has_none: false });
  expect(readFileSync(join(state.workspace, 'ids.txt'), 'utf8')).toBe('old\nnew\n');
  expect(readFileSync(join(folder, 'data', 'config.yaml'), 'utf8')).toContain('sha: a');
});
