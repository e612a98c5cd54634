// The one kind of error that parsing and evaluating an expression throws. It is known by its name and not by its
// constructor, because the module can be loaded more than once in one process.

/** `offset` counts from the start of the expression, or of the template around it; `path` is the name that is missing. */
export type ExpressionError = Error & { name: 'ExpressionError'; offset: number; path?: string };

export function expressionError(message: string, offset: number, path?: string): ExpressionError {
  const error = new Error(message) as ExpressionError;
  error.name = 'ExpressionError';
  error.offset = offset;
  if (path !== undefined) error.path = path;
  return error;
}

export function isExpressionError(error: unknown): error is ExpressionError {
  return error instanceof Error && error.name === 'ExpressionError';
}
