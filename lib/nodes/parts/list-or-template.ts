// A list as it is written, or a text that becomes one when the run comes to it.
import { z } from 'zod';

export const listOrTemplate = z
  .union([
    z.string().startsWith('${', { message: 'must be a list, or a template that gives one' }),
    z.array(z.unknown()),
  ])
  .describe('A list, or a template that gives one');
