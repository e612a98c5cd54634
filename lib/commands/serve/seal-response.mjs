import { commonHeaders, dataPolicy, pageReferrerPolicy } from '../../html/security-headers.ts';

/**
 * Whatever answers without headers of its own (Next's automatic 405 and OPTIONS replies) gets the strictest ones.
 * @param {import('node:http').ServerResponse} response
 * @param {string | null} publicUrl
 */
export function sealResponse(response, publicUrl) {
  const strictest = {
    ...commonHeaders(publicUrl),
    'content-security-policy': dataPolicy,
    'referrer-policy': pageReferrerPolicy,
  };
  const { writeHead } = response;
  response.writeHead = (/** @type {any} */ ...head) => {
    for (const [name, value] of Object.entries(strictest))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead.apply(response, head);
  };
}
