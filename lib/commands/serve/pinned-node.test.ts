import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const secret = 'canary-0123456789';
let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'gatehouse-launcher-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** As `npm start` does it, but for the installing. */
async function started(file: string, env: Record<string, string>) {
  const launcher = pathToFileURL(join(import.meta.dirname, 'pinned-node.mjs')).href;
  const options = '{ args: [], install: false, isLasting: true }';
  const program = `import { runOnPinnedNode } from '${launcher}';
await runOnPinnedNode(new URL('${pathToFileURL(file).href}'), ${options});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, GATEHOUSE_DATA: join(place, 'data'), ...env } as never,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { said, told, code: child.exitCode };
}

test.runIf(process.platform === 'linux')(
  'nothing that a console is told is in the environment of its process',
  async () => {
    const taken = pathToFileURL(join(import.meta.dirname, 'taken-environment.mjs')).href;
    const file = join(place, 'console.mjs');
    writeFileSync(
      file,
      `import '${taken}';
import { readFileSync } from 'node:fs';
console.log(JSON.stringify({ known: process.env, first: readFileSync('/proc/self/environ', 'utf8') }));`,
    );
    const { said } = await started(file, {
      GATEHOUSE_TOKEN: secret,
      OPENAI_API_KEY: secret,
      GH_TOKEN: secret,
      TZ: 'UTC',
    });
    const { known, first } = JSON.parse(said);
    expect(known).toMatchObject({ GATEHOUSE_TOKEN: secret, OPENAI_API_KEY: secret, GH_TOKEN: secret, TZ: 'UTC' });
    expect(known).not.toHaveProperty('GATEHOUSE_HANDED_BY');
    expect(first).toContain('TZ=UTC');
    expect(first).not.toContain(secret);
  },
);

test('the console itself takes what it is told so', async () => {
  const { told, code } = await started(join(import.meta.dirname, 'serve.mjs'), { GATEHOUSE_TOKEN: 'short' });
  expect(told).toContain('GATEHOUSE_TOKEN is shorter than 16 characters');
  expect(code).toBe(1);
});
