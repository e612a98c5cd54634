// Tests start MCP servers with npx, which asks the network the first time: fetch them now, from outside the project, as
// a run's workspace is, so that a missing network is named here and not by a timeout later.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../serve/root.mjs';

const naming = [
  'workflows/mcp-tour.yaml',
  'workflows/site-check.yaml',
  'e2e/headless/workflows/filesystem-server.yaml',
];

/** What these workflows name, with the exact version that they name. */
function namedServers() {
  return naming.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /@[a-z]+\/[a-z-]+@[0-9.]+/.exec(text)?.[0] ?? [];
  });
}

/** @param {string} folder */
export async function warmServers(folder) {
  for (const spec of namedServers()) warmServer(spec, folder);
}

/** @param {string} spec @param {string} folder */
function warmServer(spec, folder) {
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
