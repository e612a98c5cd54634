/** Joins class names; falsy parts fall away. A caller's className comes last. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
