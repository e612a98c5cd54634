/** Added, removed and place-naming lines of a diff get a class each. Takes and gives escaped HTML. */
export function markDiffLines(escaped: string): string {
  return escaped.replace(/^(\+|-|@@).*$/gm, (line, start) => {
    const name = { '+': 'add', '-': 'del' }[start as string] ?? 'hunk';
    return `<span class="${name}">${line}</span>`;
  });
}
