/** A template that is one value keeps its type; a model or a program takes only text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
