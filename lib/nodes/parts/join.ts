// When a split goes on: when all branches have ended, the first one, or more than half.
import { z } from 'zod';

export const joins = ['all', 'any', 'majority'] as const;

export const joinFields = {
  join: z.enum(joins).default('all'),
  limit: z.number().int().min(1).optional().describe('Most branches at a time'),
};
