/** The first letters of the first and the last word; of an address, of what stands before the @. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? name).split(/[\s._-]+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('') || '?';
}
