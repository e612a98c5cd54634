import { runOnPinnedNode } from './pinned-node.mjs';

await runOnPinnedNode(new URL('./run-checks.mjs', import.meta.url));
