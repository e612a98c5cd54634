// The security headers of every response, in one place. Pages get theirs from proxy.ts; route handlers set their own through
// the wrapper in route.ts, because a header set by the proxy cannot be replaced by a handler.

/** How the proxy tells pages their nonce and their own address. */
export const nonceHeader = 'x-nonce';
export const pathHeader = 'x-gatehouse-path';
/** How the server in front tells where a request came from, and which one it is. Nobody else can set them. */
export const addressHeader = 'x-gatehouse-address';
export const requestHeader = 'x-gatehouse-request';

export function commonHeaders(publicUrl: string | null): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

export const pageReferrerPolicy = 'strict-origin-when-cross-origin';
/** No path ever leaves, so no token does; `no-referrer` would make forms post `Origin: null`. */
export const secretReferrerPolicy = 'strict-origin';

const closed = "frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

export function pagePolicy(nonce: string, options: { isDevelopment: boolean }): string {
  // React explains server errors in the browser by eval, in development only.
  const evaluation = options.isDevelopment ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Sounds, films and documents of a run, which a bundle unpacks first.
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'self'",
    closed,
  ].join('; ');
}

/** For data: nothing in it may load or run anything. */
export const dataPolicy = `default-src 'none'; form-action 'none'; ${closed}`;

/** For the files of the build, of which a page loads twenty: what a document would need is left out. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': dataPolicy,
};

/** For bytes that a run produced: even if a browser shows them, they belong to no origin. */
export const artifactPolicy = `sandbox; ${dataPolicy}`;

const framed = "form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/**
 * For a document that a run produced, in a frame of ours: it belongs to no origin, runs nothing, and what it shows it has
 * brought along. `frame-ancestors` wins over the X-Frame-Options that every response has.
 */
export const framedPagePolicy = `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; object-src 'none'; ${framed}`;

/** Browsers show a PDF in a reader of their own, apart from the page, and refuse to do so in a sandbox. */
export const framedPdfPolicy = `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; ${framed}`;

/** For hand-written pages: exactly the style and the scripts whose SHA-256 is named. */
export function plainPagePolicy(hashes: { style: string; scripts: string[]; asksUs?: boolean }): string {
  const scripts = hashes.scripts.map((hash) => `'sha256-${hash}'`).join(' ') || "'none'";
  const connect = hashes.asksUs ? " connect-src 'self';" : '';
  return `default-src 'none'; script-src ${scripts};${connect} style-src 'sha256-${hashes.style}'; img-src 'self' data:; form-action 'self'; ${closed}`;
}
