// `npm run schema`: writes the JSON Schema of the language that is checked in for editors.
import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./checks/write-schema.mjs', import.meta.url));
