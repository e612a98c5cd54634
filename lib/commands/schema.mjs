// `npm run schema`: writes the JSON Schema of the language that is checked in for editors.
import { runOnPinnedNode } from './pinned-node.mjs';

await runOnPinnedNode(new URL('./write-schema.mjs', import.meta.url));
