/** A page's title with how many gates wait for the reader, as a tab that is not looked at shows it. */
export function titled(count: number, title: string): string {
  const plain = title.replace(/^\(\d+\+?\) /, '');
  return count > 0 ? `(${count > 99 ? '99+' : count}) ${plain}` : plain;
}
