// The registry of effects. Adding one is its place in a family.
import { z } from 'zod';
import { checkEffects } from './check.ts';
import { checkpointEffects } from './checkpoints.ts';
import { commandEffects } from './commands.ts';
import { computeEffects } from './compute.ts';
import { configEffects } from './config.ts';
import type { Effect, EffectDefinition } from './define-effect.ts';
import { displayEffects } from './display.ts';
import { fileEffects } from './files.ts';
import { defineForeach } from './foreach.ts';
import { gitEffects } from './git.ts';
import { intentEffects } from './intent.ts';
import { logEffects } from './log.ts';
import { modelEffects } from './models.ts';
import { stateEffects } from './state.ts';
import { toolEffects } from './tools.ts';
import { webEffects } from './web.ts';

const effectDefinitions: EffectDefinition[] = [
  ...stateEffects,
  ...computeEffects,
  ...checkEffects,
  ...displayEffects,
  ...logEffects,
  ...checkpointEffects,
  ...intentEffects,
  ...fileEffects,
  ...configEffects,
  ...gitEffects,
  ...webEffects,
  ...commandEffects,
  ...toolEffects,
  ...modelEffects,
  defineForeach(() => effectSchema),
];

const [first, ...others] = effectDefinitions.map(({ schema }) => schema);
export const effectSchema = z.discriminatedUnion('type', [
  first as z.ZodObject,
  ...others,
]) as unknown as z.ZodType<Effect>;

const byType = new Map(effectDefinitions.map((definition) => [definition.type, definition]));

export function effectOf(type: string): EffectDefinition {
  const found = byType.get(type);
  if (!found) throw new Error(`there is no effect "${type}"`);
  return found;
}
