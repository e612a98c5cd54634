import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../gatehouse.mjs', import.meta.url));
const shipped = fileURLToPath(new URL('../../../workflows', import.meta.url));

const good = 'gatehouse: 1\nname: Good\nnodes:\n  a: { type: end }\n';
const wrong = 'gatehouse: 1\nname: Wrong\nnodes:\n  a: { type: checkpoint, next: kepe }\n  keep: { type: end }\n';
const doubtful = 'gatehouse: 1\nname: Doubtful\nnodes:\n  a: { type: end }\n  b: { type: end }\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-validate-'));
  for (const [name, content] of Object.entries({ good, wrong, doubtful }))
    writeFileSync(join(folder, `${name}.yaml`), content);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** In the folder, with a port on which no console answers. */
async function gatehouse(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, PORT: '1', GATEHOUSE_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code };
}

it('F10 what is quoted in a refusal of the command line hides, turns and controls no text', async () => {
  for (const args of [
    ['an\u202e\u001b[31m'],
    ['run', 'x', '--input', 'an\u202e\u001b[31m'],
    ['run', 'x', '--a\u202e\u009b'],
  ]) {
    const { err, code } = await gatehouse(...args);
    expect(code).toBe(2);
    expect(err).toContain('⟨U+202E⟩');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  }
});

describe('gatehouse validate, with no console running', () => {
  it('F10 prints no character that hides, turns or controls text', async () => {
    const odd = 'a\\u202eb\\u0007\\e[31m';
    writeFileSync(join(folder, 'odd\u202e.yaml'), `gatehouse: 1\nname: x\nnodes:\n  a: { type: end, "${odd}": 1 }\n`);
    for (const more of [[], ['--json']]) {
      const { out, code } = await gatehouse('validate', 'odd\u202e.yaml', ...more);
      expect(code).toBe(1);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
  });

  it('a good file ends with 0', async () => {
    expect(await gatehouse('validate', 'good.yaml')).toEqual({ out: 'good.yaml: no errors\n', err: '', code: 0 });
  });

  it('an error is told with file, line, column and suggestion, and ends with 1', async () => {
    expect(await gatehouse('validate', 'good.yaml', 'wrong.yaml')).toEqual({
      out: 'good.yaml: no errors\nwrong.yaml:4:32 error node "a" points to unknown node "kepe"; did you mean "keep"?\nwrong.yaml:5:3 warning node "keep" can never be reached\n',
      err: '',
      code: 1,
    });
  });

  it('warnings alone end with 0', async () => {
    const { out, code } = await gatehouse('validate', 'doubtful.yaml');
    expect({ out, code }).toEqual({
      out: 'doubtful.yaml:5:3 warning node "b" can never be reached\ndoubtful.yaml: no errors\n',
      code: 0,
    });
  });

  it('--json gives one result for each file, each problem with its file', async () => {
    const { out, code } = await gatehouse('validate', '--json', 'good.yaml', 'wrong.yaml');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { file: 'good.yaml', ok: true, format: 'gatehouse', name: 'Good', nodes: 1, problems: [] },
      {
        file: 'wrong.yaml',
        ok: false,
        name: 'Wrong',
        problems: [
          {
            severity: 'error',
            code: 'unknown_target',
            file: 'wrong.yaml',
            line: 4,
            column: 32,
            path: 'nodes.a.next',
            suggestion: 'did you mean "keep"?',
          },
          { severity: 'warning', code: 'unreachable' },
        ],
      },
    ]);
  });

  it('a folder stands for the workflow files in it, and two of one stem are an error on both', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'not a workflow');
    const twice = join(folder, 'twice');
    mkdirSync(twice);
    for (const name of ['one.yml', 'one.json']) writeFileSync(join(twice, name), good);
    const told = await gatehouse('validate', twice);
    expect(told.code).toBe(1);
    expect(told.out.match(/error one\.(yml|json) would be called "one" too/g)).toHaveLength(2);
    const { out, code } = await gatehouse('validate', '--json', folder);
    expect(code).toBe(1);
    expect(JSON.parse(out).map(({ file }: { file: string }) => file)).toEqual(
      ['doubtful', 'good', 'wrong'].map((name) => join(folder, `${name}.yaml`)),
    );
  });

  it('the workflows that ship have neither errors nor warnings', async () => {
    const { out, code } = await gatehouse('validate', shipped);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line !== '' && !line.endsWith(': no errors'))).toEqual([]);
  });

  it('files that cannot be read are told, and the others are still checked', async () => {
    writeFileSync(join(folder, 'binary.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
    writeFileSync(join(folder, 'huge.yaml'), 'a'.repeat(600 * 1024));
    expect(await gatehouse('validate', 'missing.yaml', 'binary.yaml', 'huge.yaml', 'good.yaml')).toEqual({
      out: 'missing.yaml:1:1 error there is no such file\nbinary.yaml:1:1 error the file is not UTF-8 text\nhuge.yaml:1:1 error the file is larger than 500 KB\ngood.yaml: no errors\n',
      err: '',
      code: 1,
    });
  });

  it('a folder without workflows ends with 1, no file at all with 2', async () => {
    mkdirSync(join(folder, 'empty'));
    expect(await gatehouse('validate', 'empty')).toMatchObject({
      err: 'There are no workflow files (.yaml, .yml, .json) in empty.\n',
      code: 1,
    });
    expect(await gatehouse('validate')).toMatchObject({ code: 2 });
  });

  it('nothing is run and nothing is written', async () => {
    const proof = join(folder, 'proof');
    writeFileSync(
      join(folder, 'acts.yaml'),
      `gatehouse: 1\nname: Acts\nservers: { s: { command: touch, args: [${proof}] } }\nnodes:\n  a: { type: cli, command: [touch, ${proof}] }\n`,
    );
    expect(await gatehouse('validate', 'acts.yaml')).toMatchObject({ code: 0 });
    expect(readdirSync(folder).sort()).toEqual(['acts.yaml', 'doubtful.yaml', 'good.yaml', 'wrong.yaml']);
  });
});

describe('gatehouse convert, with no console running', () => {
  it('prints a native file as it is, and tells the errors of one that has some', async () => {
    expect(await gatehouse('convert', 'good.yaml')).toEqual({ out: good, err: '', code: 0 });
    const { out, err, code } = await gatehouse('convert', 'wrong.yaml');
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toContain('wrong.yaml:4:32 error node "a" points to unknown node "kepe"');
    expect(await gatehouse('convert')).toMatchObject({ code: 2 });
  });
});
