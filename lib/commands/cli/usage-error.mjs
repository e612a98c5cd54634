/** The command was written wrongly: answered with its usage. */
export class UsageError extends Error {}
