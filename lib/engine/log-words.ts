// The words that the log of every run is made of: types, fields and fixed values of events, phases, built-in options and
// targets. A secret that is one of them, or a part of one, cannot be taken out of a log without breaking it.
import { z } from 'zod';
import { runEvent } from './events.ts';
import { nodeStatuses, runStatuses } from './state.ts';

/** What the schema of the events leaves open. */
const unwritten = `
  parent index worked own files loops phase failures passed answer not_before resumed branches isList
  arriving asking answered suspended forked split backing_off handed_over ended
  before after self server visits main call: run: auto system console link
  continue submit retry skip abort pause mark_done allow deny
  complete fail escalate next stdout stderr exit_code truncated`;

const words = [schemaWords(), ...runStatuses, ...nodeStatuses, unwritten].join(' ');

export function isLogWord(word: string): boolean {
  return words.includes(word);
}

function schemaWords(): string {
  const { $schema: _, ...schema } = z.toJSONSchema(runEvent, { unrepresentable: 'any' });
  return JSON.stringify(schema).replace(/\d+/g, '');
}
