// Tests start an MCP server with npx, which asks the network the first time: fetch it now, from outside the project, as
// a run's workspace is, so that a missing network is named here and not by a timeout later.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../serve/root.mjs';

const server = '@modelcontextprotocol/server-everything';

/** @param {string} folder */
export async function warmServers(folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const spec = `${server}@${devDependencies[server]}`;
  console.log(`\n── Fetching ${spec}`);
  const result = spawnSync('npm', ['exec', '--yes', `--package=${spec}`, '--', 'node', '--version'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 180_000,
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(
      `It could not be fetched; tests that start it with npx will fail. ${String(result.stderr ?? '').trim()}`,
    );
  }
}
