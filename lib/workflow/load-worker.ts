// The thread that reads large files. It is started by its path, outside of the bundle, and runs nothing but the loader.
import { parentPort } from 'node:worker_threads';
import { convertWorkflow } from './convert/convert.ts';
import { loadWorkflow } from './load.ts';

const work = { load: loadWorkflow, convert: convertWorkflow };
export type Asked = { verb: keyof typeof work; text: string };

parentPort?.on('message', ({ verb, text }: Asked) => parentPort?.postMessage(work[verb](text)));
parentPort?.postMessage('ready');
