// How much a workflow file may hold. Values count keys, scalars and collections, an alias as all that it stands for.
export const sourceLimits = { bytes: 500 * 1024, depth: 64, aliases: 100, tokens: 100_000, values: 50_000 } as const;

export const tooDeep = `the file is nested more than ${sourceLimits.depth} levels deep`;
