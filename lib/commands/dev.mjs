import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./serve/serve.mjs', import.meta.url), { args: ['--dev'], isLasting: true });
