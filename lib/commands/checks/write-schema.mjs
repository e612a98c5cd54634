import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowJsonSchema } from '../../workflow/json-schema.ts';
import { root } from '../serve/root.mjs';

const file = join(root, 'lib/workflow/gatehouse.schema.json');
writeFileSync(file, `${JSON.stringify(workflowJsonSchema(), null, 2)}\n`);
console.log(`Wrote ${file}.`);
