// The thread that reads large files. It is started by its path, outside of the bundle, and runs nothing but the loader.
import { parentPort } from 'node:worker_threads';
import { loadWorkflow } from './load.ts';

parentPort?.on('message', (text: string) => parentPort?.postMessage(loadWorkflow(text)));
parentPort?.postMessage('ready');
