import { runOnPinnedNode } from './pinned-node.mjs';

await runOnPinnedNode(new URL('./serve.mjs', import.meta.url), { args: ['--dev'] });
