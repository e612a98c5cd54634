import { dataPolicy } from '../http/security-headers.ts';

/** Whatever answers without a policy of its own (Next's automatic 405 and OPTIONS replies) gets the strictest one. */
export function sealResponse(response) {
  const { writeHead } = response;
  response.writeHead = (...head) => {
    if (!response.hasHeader('content-security-policy')) response.setHeader('content-security-policy', dataPolicy);
    return writeHead.apply(response, head);
  };
}
