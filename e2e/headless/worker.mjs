// What the nodes of the crash workflow run: writes one line into the ledger, durable before anything else, then does what
// its manner says. The line names the attempt, so a second one with the same name is work that was done twice.
import { closeSync, existsSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [, , ledger = '', name, manner] = process.argv;
const file = openSync(join(process.env.HOME ?? '', ledger), 'a');
writeSync(file, `${name}\n`);
fsyncSync(file);
closeSync(file);

if (manner === 'figures') console.log(JSON.stringify({ one: 1, two: 2 }));
if (manner === 'notes') {
  writeFileSync('notes.md', '# Notes\n');
  writeFileSync(join(process.env.GATEHOUSE_ARTIFACTS ?? '', 'dropped.txt'), 'dropped\n');
}
if (manner === 'fail-once' && !existsSync('failed-once')) {
  writeFileSync('failed-once', '');
  process.exitCode = 1;
}
if (manner === 'fail') process.exitCode = 3;
if (manner === 'hang') {
  console.log('this is said while the attempt runs');
  setInterval(() => {}, 1000);
}
