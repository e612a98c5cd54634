// Every consequence that a blueprint can have, and what becomes of one that the native language cannot do (by-model).
import type { Fields } from '../fields.ts';
import type { Translation } from '../translation.ts';
import { fileConsequences } from './files.ts';
import { foreachWith, modelConsequences } from './models.ts';
import { outsideConsequences } from './outside.ts';
import type { Consequence, Piece } from './pieces.ts';
import { scriptConsequences } from './scripts.ts';
import { stateConsequences } from './state.ts';
import { wordConsequences } from './words.ts';

const families = (): Record<string, Consequence>[] => [
  stateConsequences,
  wordConsequences,
  fileConsequences,
  outsideConsequences,
  scriptConsequences,
  modelConsequences,
  { foreach: foreachWith(translateConsequence) },
];

/** Null when no native effect does the same. */
export function translateConsequence(fields: Fields, translation: Translation): Piece[] | null {
  const family = families().find((one) => Object.hasOwn(one, fields.type));
  const pieces = family?.[fields.type]?.(fields, translation) ?? null;
  if (pieces !== null) fields.warnUnused(translation);
  return pieces;
}
