/** Cents matter in large amounts, their fractions in small ones. */
export function costWords(dollars: number): string {
  return `$${dollars >= 1 ? dollars.toFixed(2) : dollars.toFixed(4)}`;
}
