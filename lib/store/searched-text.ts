// What a row is found by, as it is kept: in lower case, and short, because a search that finds nothing reads it of every row.
const longest = 2000;

export function searchedText(parts: string[]): string {
  return parts.filter(Boolean).join('\n').slice(0, longest).toLowerCase();
}
