import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./checks/run-checks.mjs', import.meta.url));
