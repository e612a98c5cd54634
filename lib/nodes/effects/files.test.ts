import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';

let world: ScratchWorld;

beforeEach(async () => {
  world = await createScratchWorld();
});
afterEach(() => world.end());

const onDisk = (path: string) => readFile(join(world.workspace, path), 'utf8');

describe('files', () => {
  it('are written and read, and later effects see what earlier ones stored', async () => {
    const { error, values } = await world.act(
      [
        { type: 'create_directory', path: 'docs/deep' },
        { type: 'write_file', path: 'docs/${name}.md', content: 'Hello ${name}' },
        { type: 'append_to_file', path: 'docs/${name}.md', content: '!\n' },
        { type: 'read_file', path: 'docs/${name}.md', store_as: 'text' },
        { type: 'compute', expression: 'upper(computed.text)', store_as: 'loud' },
        { type: 'write_file', path: 'loud.txt', content: '${computed.loud}' },
        { type: 'glob_files', pattern: '**/*.md', store_as: 'computed.found' },
      ],
      { name: 'Ada' },
    );
    expect(error).toBeNull();
    expect(values).toEqual({
      'computed.text': 'Hello Ada!\n',
      'computed.loud': 'HELLO ADA!\n',
      'computed.found': ['docs/Ada.md'],
    });
    expect(await onDisk('loud.txt')).toBe('HELLO ADA!\n');
  });

  it('hold what is not text as JSON', async () => {
    await world.act([{ type: 'write_file', path: 'a.json', content: '${value}' }], { value: { a: [1] } });
    expect(JSON.parse(await onDisk('a.json'))).toEqual({ a: [1] });
  });

  it('are deleted, one or a whole folder', async () => {
    await world.act([
      { type: 'write_file', path: 'a/b', content: '' },
      { type: 'write_file', path: 'c', content: '' },
      { type: 'delete_file', path: 'a' },
      { type: 'delete_file', path: 'c' },
    ]);
    expect(await readdir(world.workspace)).toEqual([]);
  });

  it('are reached by local_file_ops too', async () => {
    const { error, values } = await world.act([
      { type: 'local_file_ops', operation: 'mkdir', path: 'x' },
      { type: 'local_file_ops', operation: 'write', path: 'x/a', content: 'one' },
      { type: 'local_file_ops', operation: 'read', path: 'x/a', store_as: 'a' },
      { type: 'local_file_ops', operation: 'delete', path: 'x' },
    ]);
    expect([error, values]).toEqual([null, { 'computed.a': 'one' }]);
    expect(await readdir(world.workspace)).toEqual([]);
  });

  test('the first failure stops, names its place, and what was done before it stays', async () => {
    const { error, values } = await world.act([
      { type: 'set_flag', flag: 'begun' },
      { type: 'write_file', path: 'first', content: '1' },
      { type: 'read_file', path: 'missing', store_as: 'x' },
      { type: 'write_file', path: 'second', content: '2' },
    ]);
    expect(error).toEqual({ code: 'effect_failed', message: 'do[2] read_file: "missing" does not exist' });
    expect(values).toEqual({ 'flags.begun': true });
    expect(await readdir(world.workspace)).toEqual(['first']);
  });
});

describe('nothing leaves the workspace', () => {
  const outside = ['../secret', '/etc/hostname', 'up/secret', 'a/../../secret', 'secret-link/x', 'a\0b'];
  const effects = (path: string): Record<string, unknown>[] => [
    { type: 'read_file', path, store_as: 'x' },
    { type: 'write_file', path, content: 'x' },
    { type: 'append_to_file', path, content: 'x' },
    { type: 'create_directory', path },
    { type: 'delete_file', path },
    { type: 'read_config', path, store_as: 'x' },
    { type: 'write_config_entry', file: path, path: 'a', value: 1 },
    { type: 'local_file_ops', operation: 'write', path, content: 'x' },
    { type: 'clone_repo', url: '/nowhere', dest: path },
    { type: 'get_sha', repo_path: path, store_as: 'x' },
    { type: 'git_pull', repo_path: path },
    { type: 'git_fetch', repo_path: path },
    { type: 'cache_web_content', from: 'page', dest: path },
    { type: 'run_command', script: 'true', working_directory: path },
    { type: 'invoke_pattern', path },
  ];
  const table = outside.flatMap((path) => effects(path).map((effect) => [String(effect.type), path, effect] as const));

  test.each(table)('%s refuses %j, written out or from the data', async (_, path, effect) => {
    await writeFile(join(world.base, 'secret'), 'secret');
    await mkdir(join(world.base, 'folder'));
    await symlink(world.base, join(world.workspace, 'up'));
    await symlink(join(world.base, 'folder'), join(world.workspace, 'secret-link'));
    const hidden = JSON.parse(JSON.stringify(effect).replaceAll(JSON.stringify(path), '"${where}"'));
    // A script works where it is told to, like a cli node: an absolute directory is its author's own choice.
    const isChosen = effect.type === 'run_command' && !path.includes('..');
    for (const one of isChosen ? [] : [effect, hidden]) {
      const { error } = await world.act([one], { where: path, page: 'x' });
      expect(error?.message).toMatch(/workspace|absolute|NUL/);
    }
    expect(await readdir(join(world.base, 'folder'))).toEqual([]);
    expect(await readFile(join(world.base, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('a configuration', () => {
  const yaml = '# kept\nsources:\n  - { id: main, url: a } # this too\nname: x\n';

  it('is read from config.yaml unless another file is named, as YAML or JSON', async () => {
    await writeFile(join(world.workspace, 'config.yaml'), yaml);
    await writeFile(join(world.workspace, 'other.json'), '{"a": [1]}');
    const { values } = await world.act([
      { type: 'read_config', store_as: 'config' },
      { type: 'read_config', path: 'other.json', store_as: 'other' },
    ]);
    expect(values).toEqual({
      'computed.config': { sources: [{ id: 'main', url: 'a' }], name: 'x' },
      'computed.other': { a: [1] },
    });
  });

  it('keeps its comments when an entry is set', async () => {
    await writeFile(join(world.workspace, 'config.yaml'), yaml);
    await world.act(
      [
        { type: 'write_config_entry', path: 'sources[0].url', value: '${url}' },
        { type: 'write_config_entry', path: 'made.on.the.way', value: { a: [true] } },
      ],
      { url: 'https://example.org' },
    );
    expect(await onDisk('config.yaml')).toBe(
      '# kept\nsources:\n  - { id: main, url: https://example.org } # this too\nname: x\nmade:\n  on:\n    the:\n      way:\n        a:\n          - true\n',
    );
  });

  it('is set in the entry of a list that has an id, wherever it stands', async () => {
    await writeFile(
      join(world.workspace, 'config.yaml'),
      'sources:\n  - { id: a.b }\n  - { id: main, url: a } # this\n',
    );
    const path = 'sources[id=${id}].url';
    await world.act([{ type: 'write_config_entry', path, value: 'b' }], { id: 'main' });
    await world.act([{ type: 'write_config_entry', path, value: 'c' }], { id: 'a.b' });
    expect(await onDisk('config.yaml')).toBe('sources:\n  - { id: a.b, url: c }\n  - { id: main, url: b } # this\n');
    const { error } = await world.act([{ type: 'write_config_entry', path, value: 'd' }], { id: 'none' });
    expect(error?.message).toMatch('nothing there has the id "none"');
  });

  it('is made when it is missing', async () => {
    await world.act([
      { type: 'write_config_entry', path: 'a.b', value: 1 },
      { type: 'write_config_entry', file: 'deep/x.json', path: 'a.b', value: 'text' },
    ]);
    expect(await onDisk('config.yaml')).toBe('a:\n  b: 1\n');
    expect(await onDisk('deep/x.json')).toBe('{\n  "a": {\n    "b": "text"\n  }\n}\n');
  });

  test.each([
    ['broken: [', 'a', /cannot be read: .*line 1/],
    ['a: 1\n---\nb: 2', 'a', 'more than one document'],
    ['a: text', 'a.b', 'cannot be set'],
    ['a: 1', '__proto__.x', 'is not the place of an entry'],
    ['a: 1', 'a..b', 'is not the place of an entry'],
    ['a: [1]', 'a[4294967295]', 'is not the place of an entry'],
    ['['.repeat(1000), 'a', 'levels deep'],
    ['x'.repeat(300_000), 'a', 'larger than 256 KB'],
  ])('%.20j is refused in words', async (text, path, message) => {
    await writeFile(join(world.workspace, 'config.yaml'), text);
    const { error } = await world.act([{ type: 'write_config_entry', path, value: 1 }]);
    expect(error?.message).toMatch(message);
    expect(await onDisk('config.yaml')).toBe(text);
  });

  test('one that is no JSON is told by its place, not by a part of what it says', async () => {
    await writeFile(join(world.workspace, 'x.json'), '{\n  "key": correct-horse-battery\n}');
    const { error } = await world.act([{ type: 'read_config', path: 'x.json', store_as: 'x' }]);
    expect(error?.message).toMatch(/"x\.json" cannot be read: it is not JSON/);
    expect(error?.message).not.toContain('correct');
  });

  test('keys of the prototype are keys like any other', async () => {
    const { prototype } = Object;
    const before = Object.getOwnPropertyNames(prototype);
    for (const [name, text] of Object.entries({
      'p.yaml': '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\na: 1\n',
      'p.json': '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "a": 1}',
    })) {
      await writeFile(join(world.workspace, name), text);
      const { values, error } = await world.act([
        { type: 'read_config', path: name, store_as: 'x' },
        { type: 'write_config_entry', file: name, path: 'b.c', value: '${computed.x}' },
      ]);
      expect(error).toBeNull();
      expect(Object.keys(values['computed.x'] as object)).toEqual(['__proto__', 'constructor', 'a']);
    }
    expect(Object.getOwnPropertyNames(prototype)).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('aliases that would become millions of values are refused', async () => {
    const levels = Array.from({ length: 20 }, (_, index) => `l${index + 1}: &l${index + 1} [*l${index}, *l${index}]`);
    await writeFile(join(world.workspace, 'config.yaml'), `l0: &l0 x\n${levels.join('\n')}\n`);
    const { error } = await world.act([{ type: 'read_config', store_as: 'x' }]);
    expect(error?.message).toMatch(/alias/i);
  });
});
