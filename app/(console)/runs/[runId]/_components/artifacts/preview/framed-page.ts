// A page that a run made, on its way into a frame of a bundle's page, where no answer of a console says what it may do: it says
// so itself. It belongs to no origin and runs nothing by the frame's sandbox; what it shows it has brought along.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; form-action 'none'";

/** The frame has the policy of the page around it too, which allows styles by name. */
function nonceOf(around: Document): string | undefined {
  return around.querySelector<HTMLElement>('script[nonce]')?.nonce;
}

export function framedPage(text: string, around: Document = document): string {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const nonce = nonceOf(around);
  if (nonce) for (const style of page.querySelectorAll('style')) style.setAttribute('nonce', nonce);
  const meta = page.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  page.head.prepend(meta);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
