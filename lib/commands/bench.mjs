import { runOnPinnedNode } from './pinned-node.mjs';

await runOnPinnedNode(new URL('./run-bench.mjs', import.meta.url));
