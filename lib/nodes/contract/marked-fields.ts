// Which fields of a value are marked (field-kinds), with their places. What a schema says is worked out once; a value that
// it has accepted is then walked along it. Of a union each member finds what fits it.
import type { z } from 'zod';
import { type FieldKind, type FieldMark, markOf } from './field-kinds.ts';

export type MarkedField = FieldMark & { at: (string | number)[]; value: unknown };

type Schema = z.core.$ZodType;
type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  getter?: () => Schema;
  in?: Schema;
  element?: Schema;
  valueType?: Schema;
  options?: Schema[];
  values?: unknown[];
};

type Plan = {
  type: string;
  mark: FieldMark | undefined;
  /** What stands in the same place: what a wrapper wraps, the members of a union. */
  same: Plan[];
  fields: [name: string, plan: Plan][];
  /** Of every item of a list, of every value of a record. */
  each: Plan | null;
  /** Only these values are meant. */
  literals: unknown[] | null;
};

const plans = new WeakMap<Schema, Plan>();

/** A schema that contains itself finds its own plan here, which is filled in then. */
function planOf(schema: Schema): Plan {
  const known = plans.get(schema);
  if (known) return known;
  const { type, shape = {}, innerType, getter, in: read, ...definition } = schema._zod.def as Definition;
  const plan: Plan = { type, mark: markOf(schema), same: [], fields: [], each: null, literals: null };
  plans.set(schema, plan);
  const inner = innerType ?? getter?.() ?? read;
  plan.same = [...(inner ? [inner] : []), ...(definition.options ?? [])].map(planOf);
  plan.fields = Object.entries(shape).map(([name, field]) => [name, planOf(field)]);
  const each = definition.element ?? definition.valueType;
  plan.each = each ? planOf(each) : null;
  plan.literals = type === 'literal' ? (definition.values ?? null) : null;
  return plan;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of a union are told apart by their form and by the words that only one of them has. */
function fits({ type, fields }: Plan, value: unknown): boolean {
  if (type === 'string') return typeof value === 'string';
  if (type === 'array') return Array.isArray(value);
  if (type === 'record') return isGroup(value);
  if (type !== 'object') return value !== undefined;
  return isGroup(value) && fields.every(([name, { literals }]) => literals === null || literals.includes(value[name]));
}

function collect(plan: Plan, value: unknown, at: MarkedField['at'], found: MarkedField[]): void {
  if (!fits(plan, value)) return;
  if (plan.mark) found.push({ ...plan.mark, at, value });
  for (const one of plan.same) collect(one, value, at, found);
  for (const [name, field] of plan.fields)
    collect(field, (value as Record<string, unknown>)[name], [...at, name], found);
  if (!plan.each) return;
  const items: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value as object);
  for (const [key, item] of items) collect(plan.each, item, [...at, key], found);
}

const known = new WeakMap<Schema, WeakMap<object, MarkedField[]>>();

/** `value` is what the schema gave, and is never changed: what was found once stays true of it. */
export function markedFields(schema: Schema, value: object): readonly MarkedField[] {
  const values = known.get(schema) ?? new WeakMap<object, MarkedField[]>();
  known.set(schema, values);
  let found = values.get(value);
  if (!found) {
    found = [];
    collect(planOf(schema), value, [], found);
    values.set(value, found);
  }
  return found;
}

const names = new WeakMap<Schema, Partial<Record<FieldKind, ReadonlySet<string>>>>();

/** The fields at the top of a schema that are of a kind, whatever their values are. */
export function namesOfKind(schema: Schema, kind: FieldKind): ReadonlySet<string> {
  const byKind = names.get(schema) ?? {};
  names.set(schema, byKind);
  byKind[kind] ??= new Set(topFields(planOf(schema)).flatMap(([name, plan]) => (isOfKind(plan, kind) ? [name] : [])));
  return byKind[kind];
}

const topFields = (plan: Plan): Plan['fields'] => [...plan.fields, ...plan.same.flatMap(topFields)];

const isOfKind = ({ mark, same }: Plan, kind: FieldKind): boolean =>
  mark?.kind === kind || same.some((one) => isOfKind(one, kind));
