export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

export function microseconds(milliseconds: number): string {
  return milliseconds >= 10 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds * 1000).toFixed(0)} µs`;
}
