// The registry of effects that decide from the run's data alone. Adding one is its place in a family.
import { checkpointEffects } from './checkpoints.ts';
import { computeEffects } from './compute.ts';
import type { EffectDefinition } from './define-effect.ts';
import { displayEffects } from './display.ts';
import { intentEffects } from './intent.ts';
import { stateEffects } from './state.ts';

export const effectDefinitions: EffectDefinition[] = [
  ...stateEffects,
  ...computeEffects,
  ...displayEffects,
  ...checkpointEffects,
  ...intentEffects,
];

const byType = new Map(effectDefinitions.map((definition) => [definition.type, definition]));

export function effectOf(type: string): EffectDefinition {
  const found = byType.get(type);
  if (!found) throw new Error(`there is no effect "${type}"`);
  return found;
}
