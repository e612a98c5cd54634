// For tests: runs with an agent in the background, walked by hand.
import type { Suspended } from '../../nodes/contract/outcome.ts';
import { eventsOf, graphOf, newWalk, type Walk } from './walk.ts';

export const head = 'roles: { scout: { instructions: Look around. } }';

export const research = (more = '', prompt = 'Look.') =>
  `research: { type: agent, agent: scout, prompt: "${prompt}", background: true, tools: []${more} }`;

export const cli = (id: string, words = id, more = '') => `${id}: { type: cli, command: [${words}]${more} }`;

export function begin(lines: string[], more = ''): Walk {
  return newWalk(graphOf(`  ${lines.join('\n  ')}`, `${head}\n${more}`));
}

export function inputOf(walk: Walk, id: string): Record<string, unknown> {
  const claim = eventsOf(walk, 'node_started').findLast(({ node }) => node === id);
  return claim?.data.input as Record<string, unknown>;
}

export const asksForTool: Suspended = { suspended: { reason: 'tool', tool: 't', arguments: {} } };
