/** The beginning of an id: enough to tell runs apart, and what the filter finds. */
export function shortId(id: string): string {
  return id.slice(0, 6);
}
