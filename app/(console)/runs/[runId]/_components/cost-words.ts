/** Cents matter in large amounts, their fractions in small ones; what is not nothing is not said to be. */
export function costWords(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return '<$0.0001';
  return `$${dollars >= 1 ? dollars.toFixed(2) : dollars.toFixed(4)}`;
}
