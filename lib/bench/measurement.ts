// One line of the report: what was measured, what we want, and whether this run of the bench reached it.

export type Measurement = {
  value: string;
  goal: string;
  isReached: boolean;
  /** The figures behind the ratio, for scale. */
  detail: string;
};

/** Measures one thing; says now and then how far it is. */
export type Measure = (progress: (text: string) => void) => Promise<Measurement[]>;

export function atMost(ratio: number, limit: number, detail: string, what = ''): Measurement {
  const name = what === '' ? '' : `${what} `;
  return {
    value: `${name}${ratio.toFixed(2)} ×`,
    goal: `≤ ${limit} ×`,
    isReached: ratio <= limit,
    detail,
  };
}

export function atLeast(ratio: number, limit: number, detail: string): Measurement {
  return { value: `${ratio.toFixed(2)} ×`, goal: `≥ ${limit} ×`, isReached: ratio >= limit, detail };
}

/** Where what counts is what a person sees, not what the machine could do. */
export function below(seen: number, limit: number, unit: string, detail: string, what = ''): Measurement {
  const name = what === '' ? '' : `${what} `;
  return { value: `${name}${seen.toFixed(0)} ${unit}`, goal: `≤ ${limit} ${unit}`, isReached: seen <= limit, detail };
}

/** For scale: there is nothing to reach. */
export function told(ratio: number, detail: string, what: string): Measurement {
  return { value: `${what} ${ratio.toFixed(2)} ×`, goal: '–', isReached: true, detail };
}
