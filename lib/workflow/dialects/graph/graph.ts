// The format of a system that works on a screen: nodes with a type each, joined by edges that may have a label.
import type { Dialect } from '../dialect.ts';
import { isGraph, resemblesGraph } from './shape.ts';
import { translateGraph } from './translate.ts';

/** Its conditions read what is missing as null, which they say themselves; its other texts refer to nothing. */
export const graph: Dialect = {
  format: 'graph',
  missing: 'error',
  recognises: isGraph,
  resembles: resemblesGraph,
  translate: translateGraph,
};
