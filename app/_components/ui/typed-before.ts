/** What was typed into a textarea before the scripts came. */
export function typedBefore(id: string | undefined): string | undefined {
  if (typeof document === 'undefined' || !id) return undefined;
  const drawn = document.getElementById(id);
  return drawn instanceof HTMLTextAreaElement ? drawn.value : undefined;
}
