const units: [string, number][] = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
];

/** "12 min", "2 days": one unit, rounded down, as people say it. */
export function spanInWords(ms: number): string {
  for (const [unit, size] of units) {
    const count = Math.floor(ms / size);
    if (count >= 1) return `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`;
  }
  return 'less than a minute';
}

export function ageInWords(ms: number): string {
  return ms < 60_000 ? 'just now' : `${spanInWords(ms)} ago`;
}

export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
