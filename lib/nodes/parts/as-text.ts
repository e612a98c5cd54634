/** A template that is one value keeps its type; a model or a program takes only text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (filesText(value) ?? JSON.stringify(value) ?? '');
}

type FileLike = { name: string; path?: unknown };

function isFile(value: unknown): value is FileLike {
  if (value === null || typeof value !== 'object') return false;
  return ['id', 'name', 'type', 'size'].every((key) => Object.hasOwn(value, key));
}

const pathOf = ({ name, path }: FileLike) => (typeof path === 'string' ? path : name);

/** A file in a text is its path, a list of them one path a line; null for anything else. */
export function filesText(value: unknown): string | null {
  if (isFile(value)) return pathOf(value);
  return Array.isArray(value) && value.length > 0 && value.every(isFile) ? value.map(pathOf).join('\n') : null;
}
