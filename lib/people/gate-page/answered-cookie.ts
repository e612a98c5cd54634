// Lets the browser that answered read "You answered". It proves nothing and opens nothing.
const name = 'gatehouse_answered';

export function answeredCookie(gateId: string): string {
  return `${name}=${encodeURIComponent(gateId)}; Path=/g; HttpOnly; SameSite=Lax; Max-Age=86400`;
}

export function hasAnswered(headers: Headers, gateId: string): boolean {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.includes(`${name}=${encodeURIComponent(gateId)}`);
}
