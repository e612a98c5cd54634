import type { Page } from '@playwright/test';

export type Weight = { html: number; script: number };

/** The compressed bytes of a page that is opened for the first time, until it has come to rest. Headers are not counted. */
export async function weighPage(page: Page, address: string): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  const begun = new Map<string, { type: string; headers: number }>();
  const weight: Weight = { html: 0, script: 0 };
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    begun.set(requestId, { type, headers: response.encodedDataLength }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type = '', headers = 0 } = begun.get(requestId) ?? {};
    if (type === 'Document') weight.html += encodedDataLength - headers;
    if (type === 'Script') weight.script += encodedDataLength - headers;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(address, { waitUntil: 'load' });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await session.detach();
  return weight;
}
