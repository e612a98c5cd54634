// `gatehouse <command>`: thin callers of the running console's HTTP interface; `validate`, `convert` and `verify` need none. Exit codes: 0 good,
// 1 refused or invalid, 2 wrong usage.
import { visibleText } from '../../html/visible-text.ts';
import { answerCommand } from './answer-command.mjs';
import { controlCommand } from './control-command.mjs';
import { convertCommand } from './convert-command.mjs';
import { exportCommand } from './export-command.mjs';
import { runCommand } from './run-command.mjs';
import { signInCommand } from './sign-in-command.mjs';
import { UsageError } from './usage-error.mjs';
import { validateCommand } from './validate-command.mjs';
import { verifyCommand } from './verify-command.mjs';

/** @type {Record<string, { usage: string, summary: string, execute: (args: string[]) => Promise<number | void> }>} */
const commands = {
  'sign-in': signInCommand,
  validate: validateCommand,
  convert: convertCommand,
  run: runCommand,
  answer: answerCommand,
  control: controlCommand,
  export: exportCommand,
  verify: verifyCommand,
};

const usage = `Usage: npx gatehouse <command>

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  .join('\n')}

All but validate, convert and verify need the running console (npm start). GATEHOUSE_URL, HOST and PORT say where, GATEHOUSE_TOKEN or the
data directory says who asks.`;

const [name = '', ...args] = process.argv.slice(2);
const isHelp = ['help', '--help', '-h'].includes(name);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  if (name && !isHelp) console.error(`Unknown command "${visibleText(name)}".\n`);
  (isHelp ? console.log : console.error)(usage);
  process.exit(isHelp ? 0 : 2);
}

try {
  process.exitCode = (await command.execute(args)) ?? 0;
} catch (/** @type {any} */ error) {
  const isUsage = error instanceof UsageError || error.code?.startsWith?.('ERR_PARSE_ARGS');
  const words = visibleText(String(error.message));
  console.error(isUsage ? `${words}\nUsage: npx gatehouse ${command.usage}` : words);
  process.exitCode = isUsage ? 2 : 1;
}
