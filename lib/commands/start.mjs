import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./serve/serve.mjs', import.meta.url), { isLasting: true });
