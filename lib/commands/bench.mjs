import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./checks/run-bench.mjs', import.meta.url));
