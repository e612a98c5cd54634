// Somebody of an organization comes to the console for the first time, by way of its OpenID provider.
import { startOpenIdProvider } from './fakes/openid-provider.ts';
import { test as base, expect } from './fixtures/test.ts';

type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>;

const test = base.extend<{ place: { address: string }; provider: Provider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
  place: async ({}, use) => use({ address: '' }),
  provider: async ({ place }, use) => {
    const provider = await startOpenIdProvider(() => `${place.address}/sign-in/openid/callback`);
    await use(provider);
    await provider.stop();
  },
  consoleEnv: async ({ provider }, use) => use({ ...provider.settings, GATEHOUSE_OIDC_DOMAINS: 'example.org' }),
});

test('the button leads to the provider and back to the page that was asked for', async ({
  gatehouse,
  place,
  provider,
  page,
}) => {
  place.address = gatehouse.address;
  // The provider's own page wants a font of the web and an icon that it does not have: nothing leaves this machine.
  await page.route(/^https:|favicon\.ico$/, (route) => route.fulfill({ status: 200, body: '' }));
  provider.people.ada = { email: 'ada@example.org', email_verified: true };
  await page.goto(`${gatehouse.address}/settings/profile`);
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
  await page.getByPlaceholder('Enter any login').fill('ada');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${gatehouse.address}/settings/profile`);
  await expect(page.getByText('viewer · ada@example.org')).toBeVisible();
  await expect(page.getByText('by OpenID Connect')).toBeVisible();
});
