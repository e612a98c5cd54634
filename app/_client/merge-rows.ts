// Rows that keep their place: while the reader is busy with a list, its order stands still and only the values move.
export type MergedRows<Row> = {
  rows: Row[];
  /** Ids of rows that are no longer in the list but still drawn. */
  gone: Set<string>;
  /** How many rows wait to be shown. */
  fresh: number;
};

/** `held` are the rows as they stood when the reader became busy, or null; `latest` is what the server said last. */
export function mergeRows<Row extends { id: string }>(held: Row[] | null, latest: Row[]): MergedRows<Row> {
  if (!held) return { rows: latest, gone: new Set(), fresh: 0 };
  const newest = new Map(latest.map((row) => [row.id, row]));
  const known = new Set(held.map((row) => row.id));
  return {
    rows: held.map((row) => newest.get(row.id) ?? row),
    gone: new Set(held.filter((row) => !newest.has(row.id)).map((row) => row.id)),
    fresh: latest.filter((row) => !known.has(row.id)).length,
  };
}
