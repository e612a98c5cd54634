// Arriving at a node, in order: visit cap → enabled? → gates before → the attempt is claimed.
// Each question that is still open is asked alone; the next arrival here continues after it.
import { doesWork } from '../../nodes/contract/define-node.ts';
import { namesOfKind } from '../../nodes/contract/marked-fields.ts';
import { definitionOf } from '../../nodes/index.ts';
import { notYet } from '../../nodes/parts/postponed.ts';
import { type GraphNode, nodeOf } from '../../workflow/graph.ts';
import type { Draft, EventOf } from '../events.ts';
import { missingNeed } from '../needs.ts';
import { isInBackground } from '../scope.ts';
import type { Position } from '../state.ts';
import { askedFields, withAnswers } from './ask-user.ts';
import { decideContext } from './decide-context.ts';
import { type DecisionInput, positionKey, problemOf, visitKeys } from './decision-input.ts';
import { escaped, openGate } from './open-gate.ts';
import { visitCap } from './visit-cap.ts';

export type From = { node: string | null; via: string };

function askVisits(moment: DecisionInput, position: Position, cap: number, from?: From): Draft {
  return openGate(moment, position, {
    purpose: 'visits',
    slot: 'visits',
    ...(from ? { from } : {}),
    spec: {
      kind: 'question',
      message: `${position.node} has been visited ${position.visit - 1} times; ${cap} are allowed. Go on?`,
      options: [
        { id: 'continue', label: 'Continue', style: 'primary' },
        { id: 'abort', label: 'Abort', style: 'danger' },
      ],
    },
    leads: { continue: `${position.node} runs once more`, abort: 'the run is cancelled' },
  });
}

function askFields(
  moment: DecisionInput,
  position: Position,
  asked: ReturnType<typeof askedFields>,
  from?: From,
): Draft {
  const node = nodeOf(moment.graph, position.node);
  const field = ({ path, type, label, choices }: (typeof asked)[number]) => [
    path,
    {
      type,
      label: escaped(label ?? path.replace(/^(arguments|params|inputs)\./, '')),
      required: true,
      ...(choices ? { choices: choices.map(escaped) } : {}),
    },
  ];
  return openGate(moment, position, {
    purpose: 'node',
    slot: 'ask',
    ...(from ? { from } : {}),
    spec: { kind: 'form', message: `${escaped(node.name)} needs to know:`, form: Object.fromEntries(asked.map(field)) },
    leads: { submit: `${node.name} runs` },
  });
}

const none: ReadonlySet<string> = new Set();

function fieldNames(type: string, kind: 'verbatim' | 'lazy'): ReadonlySet<string> {
  const definition = definitionOf(type);
  return definition ? namesOfKind(definition.fields, kind) : none;
}

/** What is read while or after the work is done is joined before it begins: from there on it could not wait. */
function joinMentioned(
  { state }: DecisionInput,
  position: Position,
  { id: own, save, checks, fields, type }: GraphNode,
): void {
  const beside = state.active.filter(({ background, node }) => background && node !== own);
  if (beside.length === 0) return;
  const later = JSON.stringify([save, checks, [...fieldNames(type, 'lazy')].map((name) => fields[name])]);
  const isMentioned = (id: string) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(later);
  const found = beside.find(({ node }) => isMentioned(node) && isInBackground(state, position, node));
  if (found) throw notYet(found.node);
}

/** What the claim must say, so that the rest follows from the event alone. */
function claimOf(moment: DecisionInput, position: Position): Partial<EventOf<'node_started'>['data']> {
  const node = nodeOf(moment.graph, position.node);
  const definition = definitionOf(node.type);
  if (doesWork(definition, node.fields)) {
    joinMentioned(moment, position, node);
    const isHandedOver = !position.background && definition?.isBackground?.(node.fields) === true;
    return { input: renderedFields(moment, position), ...(isHandedOver ? { background: true } : {}) };
  }
  if (!definition?.claim) return {};
  const claim = definition.claim(withAnswers(node.fields, position.asked), decideContext(moment, node, position));
  if (!('wait' in claim)) return claim;
  const deadline = node.timeout === null ? null : new Date(Date.parse(moment.at) + node.timeout).toISOString();
  return { wait: { ...claim.wait, deadline } };
}

/** Claims the next attempt. What cannot be worked out fails here, before anything acts. */
export function startAttempt(moment: DecisionInput, position: Position, from?: From): Draft[] {
  const node = nodeOf(moment.graph, position.node);
  const attempt = position.attempt + 1;
  const keys = visitKeys(position, attempt);
  const { ending } = position;
  const data = { ...positionKey(position), type: node.type, ...(from ? { from } : {}), ...(ending ? { ending } : {}) };
  try {
    return [{ type: 'node_started', ...keys, data: { ...data, ...claimOf(moment, { ...position, attempt }) } }];
  } catch (error) {
    return [
      { type: 'node_started', ...keys, data },
      { type: 'node_failed', ...keys, data: { ...positionKey(position), error: problemOf(error, 'unresolved') } },
    ];
  }
}

/** The fields that a person may give in the place of the file's: nothing that is taken as it is written, as allow-lists are. */
export function repairableFields({ type, fields }: GraphNode): Record<string, unknown> {
  const verbatim = fieldNames(type, 'verbatim');
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !verbatim.has(name)));
}

/** What a person gave, which must be what the file could have said. */
export function repairedFields(node: GraphNode, { given }: Pick<Position, 'given'>): Record<string, unknown> {
  if (!given) return {};
  const known = repairableFields(node);
  const other = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (other !== undefined) throw new Error(`"${other}" is not one of the fields that can be given here`);
  const read = definitionOf(node.type)?.fields.safeParse({ ...node.fields, ...given });
  const [issue] = read?.error?.issues ?? [];
  if (issue) throw new Error(`what was given does not fit: "${issue.path.join('.')}" ${issue.message}`);
  return given;
}

/** What is too large for the claim is named in it; whoever acts gets it whole. */
export function renderedFields(moment: DecisionInput, position: Position): Record<string, unknown> {
  const node = nodeOf(moment.graph, position.node);
  const ctx = decideContext(moment, node, position);
  const [verbatim, lazy] = [fieldNames(node.type, 'verbatim'), fieldNames(node.type, 'lazy')];
  const isLeft = (name: string) => verbatim.has(name) || lazy.has(name);
  const fields = Object.entries({ ...withAnswers(node.fields, position.asked), ...repairedFields(node, position) });
  return Object.fromEntries(fields.map(([name, value]) => [name, isLeft(name) ? value : ctx.keep(value)]));
}

export function enterNode(moment: DecisionInput, position: Position, from?: From): Draft[] {
  const node = nodeOf(moment.graph, position.node);
  const has = (slot: string) => position.passed.includes(slot);
  const origin = from ? { from } : {};
  // First, so that a circle of disabled nodes comes to rest too.
  const mostVisits = visitCap(moment, position);
  if (position.visit > mostVisits && !has('visits')) return [askVisits(moment, position, mostVisits, from)];
  if (!node.enabled) {
    return [
      {
        type: 'node_skipped',
        ...visitKeys(position),
        data: { ...positionKey(position), reason: 'disabled', ...origin },
      },
    ];
  }
  const unreached = node.needs.length === 0 ? null : missingNeed(moment.graph, moment.state, node.id);
  if (unreached !== null) {
    const message = `${node.name} was left out: ${unreached}, which it needs, was never reached`;
    const keys = visitKeys(position);
    return [
      { type: 'node_skipped', ...keys, data: { ...positionKey(position), reason: 'unreached', ...origin } },
      { type: 'warning', ...keys, data: { code: 'unreached', message } },
    ];
  }
  const missing = has('ask') ? [] : askedFields(node.fields, fieldNames(node.type, 'verbatim'));
  if (missing.length > 0) return [askFields(moment, position, missing, from)];
  const before = node.gates.filter(({ when }) => when === 'before');
  const open = before.findIndex((_, index) => !has(`before:${index}`));
  const spec = before[open];
  if (spec && spec.kind !== 'none') {
    const { when, ...question } = spec;
    try {
      return [
        openGate(moment, position, {
          purpose: 'node',
          slot: `before:${open}`,
          spec: { ...question, kind: spec.kind },
          ...origin,
        }),
      ];
    } catch (error) {
      return [
        {
          type: 'node_started',
          ...visitKeys(position, position.attempt + 1),
          data: { ...positionKey(position), type: node.type, ...origin },
        },
        {
          type: 'node_failed',
          ...visitKeys(position, position.attempt + 1),
          data: { ...positionKey(position), error: problemOf(error, 'unresolved') },
        },
      ];
    }
  }
  return startAttempt(moment, position, from);
}
