import { runOnPinnedNode } from './pinned-node.mjs';

await runOnPinnedNode(new URL('./run-tests.mjs', import.meta.url));
