import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./checks/run-tests.mjs', import.meta.url));
