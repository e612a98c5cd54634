// Checks what the console gave out, without a console: bundles of runs, and the audit log as lines of JSON.
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { visibleText } from '../../html/visible-text.ts';
import { checkChainLines } from '../../receipts/audit-chain.ts';
import { boundedLines } from '../../receipts/bounded-lines.ts';
import { readKeys } from '../../receipts/trusted-keys.ts';
import { verifyBundle } from '../../receipts/verify-bundle.ts';
import { UsageError } from './usage-error.mjs';

/** @typedef {import('../../receipts/trusted-keys.ts').Trust} Trust */
/** @typedef {import('../../receipts/verify-answers.ts').CheckedAnswer} CheckedAnswer */
/** @typedef {{ problems: string[], what: string, key: string | null, lines?: string[] }} Verdict */

export const verifyCommand = {
  usage: 'verify <bundle.zip or audit.jsonl…> [--key file or id]…',
  summary: 'check hashes and signatures; the keys are those of GET /api/keys, and no console is needed',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true, short: 'k', default: [] } },
    });
    if (positionals.length === 0) throw new UsageError('Name a bundle or an exported audit log.');
    const trust = values.key.length > 0 ? await readTrust(values.key) : null;
    let isGood = true;
    for (const file of positionals) {
      const verdict = (await isZip(file)) ? await checkBundle(file, trust) : await checkLog(file, trust);
      tell(file, verdict, trust !== null);
      isGood &&= verdict.problems.length === 0;
    }
    return isGood ? 0 : 1;
  },
};

/** @param {string[]} given @returns {Promise<Trust>} */
async function readTrust(given) {
  const keys = new Map();
  const ids = new Set();
  for (const one of given) {
    if (/^[0-9a-f]{32}$/.test(one)) {
      ids.add(one);
      continue;
    }
    const text = await readFile(one, 'utf8').catch((error) => {
      throw new UsageError(`The key ${one} is no id of 32 digits and cannot be read as a file: ${error.message}`);
    });
    const found = readKeys(text);
    if (!found) throw new UsageError(`${one} holds no Ed25519 key as PEM, nor the answer of GET /api/keys.`);
    for (const [id, key] of found) keys.set(id, key);
  }
  return { keys, ids };
}

/** @param {string} file */
async function isZip(file) {
  const handle = await open(file).catch((error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0);
    return bytesRead === 0 || buffer.toString() !== '{';
  } finally {
    await handle.close();
  }
}

/** @param {string} file @param {Trust | null} trust @returns {Promise<Verdict>} */
async function checkBundle(file, trust) {
  const { problems, run, files, answers, key } = await verifyBundle(file, trust);
  return { problems, what: `run ${run}, ${files} files`, key, lines: answers.map(answerWords) };
}

/** @param {CheckedAnswer} answer */
function answerWords({ kind, gate, message, answer, key }) {
  const { option, by, person, via, address, at } = answer;
  const who = person === undefined || person === by ? by : `${by} (${person})`;
  const from = address === undefined ? '' : ` from ${address}`;
  const proof = key === null ? 'not signed: from before answers were' : `signed by key ${key}`;
  const question = message.split('\n', 1)[0] || gate;
  return `${kind} "${option}" to "${question}" by ${who}, ${via}${from}, ${at}: ${proof}`;
}

/** @param {string} file @param {Trust | null} trust @returns {Promise<Verdict>} */
async function checkLog(file, trust) {
  try {
    const { problems, first, last, sealed } = await checkChainLines(boundedLines(createReadStream(file)), trust);
    const what = `audit log, entries ${first ?? 0} to ${last}${sealed ? `, sealed ${sealed.at}` : ''}`;
    return { problems, what, key: sealed?.key ?? null };
  } catch (/** @type {any} */ error) {
    return { problems: [`it cannot be read: ${error.message}`], what: 'audit log', key: null };
  }
}

/** @param {string} file @param {Verdict} verdict @param {boolean} isTrusted */
function tell(file, { problems, what, key, lines = [] }, isTrusted) {
  if (problems.length > 0) {
    console.error(visibleText(`${file}: NOT as it was`));
    for (const problem of problems) console.error(visibleText(`  ${problem}`));
    return;
  }
  const verdict = isTrusted ? 'as answered' : `unaltered since signed by key ${key}`;
  console.log(visibleText(`${file}: ${verdict} (${what})`));
  for (const line of lines) console.log(visibleText(`  ${line}`));
  if (!isTrusted)
    console.log('  Whose key that is, this file cannot prove: compare it with GET /api/keys, or give it with --key.');
}
