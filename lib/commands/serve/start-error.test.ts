import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.mjs';

const program = fileURLToPath(new URL('./serve.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, PORT: '0', GATEHOUSE_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const [, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { err, code };
}

const refused = (sentence: string) => ({ err: `${sentence}\n`, code: 1 });

test('a data directory that is a file ends the start with one sentence', async () => {
  const data = join(folder, 'data');
  writeFileSync(data, 'not a folder');
  expect(await start({})).toEqual(
    refused(`GATEHOUSE_DATA is ${data}, but that is a file; set it to a folder that this user may write.`),
  );
  expect(await start({ GATEHOUSE_DATA: join(data, 'below') })).toEqual(
    refused(
      `GATEHOUSE_DATA is ${data}/below, but a part of its path is a file; set it to a folder that this user may write.`,
    ),
  );
});

test.runIf(process.platform === 'linux')(
  'a folder that cannot be made ends the start, also where mkdir would spin',
  async () => {
    expect(await start({ GATEHOUSE_DATA: '/proc/gatehouse/data' })).toEqual(
      refused(
        'GATEHOUSE_DATA is /proc/gatehouse/data, but the file system does not take new folders; set it to a folder that this user may write.',
      ),
    );
  },
);

test.runIf(process.getuid?.() !== 0)('a parent that this user may not write ends the start', async () => {
  chmodSync(folder, 0o500);
  expect(await start({})).toEqual(
    refused(
      `GATEHOUSE_DATA is ${folder}/data, but this user may not write there; set it to a folder that this user may write.`,
    ),
  );
});

test('workflows that are not there end the start', async () => {
  const missing = join(folder, 'nowhere');
  expect(await start({ GATEHOUSE_WORKFLOWS: missing })).toEqual(
    refused(
      `GATEHOUSE_WORKFLOWS is ${missing}, but there is nothing; make the folder, or set the variable to the one that has your workflow files.`,
    ),
  );
});

test('a database that is none, or that is damaged, ends the start', async () => {
  const file = join(folder, 'data', 'gatehouse.db');
  const told = (variable: string, reason: string) =>
    refused(
      `The database ${file} (from ${variable}) ${reason}; restore it from a backup, or move it away to begin with an empty one.`,
    );
  mkdirSync(join(folder, 'data'));
  writeFileSync(file, 'this is no database, whatever its name may say');
  expect(await start({})).toEqual(told('GATEHOUSE_DATA', 'is not a database'));
  expect(await start({ DATABASE_URL: `file:${file}` })).toEqual(told('DATABASE_URL', 'is not a database'));

  rmSync(file);
  migrate(file);
  const behindHeader = 100;
  writeFileSync(file, readFileSync(file).fill(0xff, behindHeader));
  expect(await start({})).toEqual(told('GATEHOUSE_DATA', 'is damaged'));
});

test('a taken port ends the start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    expect(await start({ PORT: String(port) })).toEqual(
      refused(`Port ${port} on 127.0.0.1 is taken by another program. Choose another one: PORT=${port + 1} npm start`),
    );
  } finally {
    other.close();
  }
});
