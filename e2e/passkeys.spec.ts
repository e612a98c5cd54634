// Somebody adds a passkey in their profile, signs out, comes back with it, and removes it.
import { expect, test } from './fixtures/test.ts';

test('a passkey is added, signs in, and is gone once removed', async ({ gatehouse, context, page }) => {
  const address = gatehouse.address.replace('127.0.0.1', 'localhost');
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await gatehouse.signIn(page);
  await page.goto(`${address}/settings/profile`);
  await page.getByRole('textbox', { name: 'Name' }).first().fill('my laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove my laptop' })).toBeVisible();
  await expect(page.getByText('never used')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in/);
  await page.goto(`${address}/sign-in?next=/settings/profile`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(`${address}/settings/profile`);
  await expect(page.getByText('by a passkey')).toBeVisible();
  await expect(page.getByText('never used')).toBeHidden();

  await page.getByRole('button', { name: 'Remove my laptop' }).click();
  await expect(page.getByRole('button', { name: 'Remove my laptop' })).toBeHidden();
});

test('where the address allows no passkeys the page says why, and without scripts none is offered', async ({
  gatehouse,
  visitors,
}) => {
  const context = await visitors.visit({ javaScriptEnabled: false });
  const page = await context.newPage();
  const byNumber = gatehouse.address.replace('localhost', '127.0.0.1');
  await page.goto(`${byNumber}/sign-in`);
  await expect(page.getByText('Passkeys need a name')).toBeVisible();
  await page.goto(`${byNumber.replace('127.0.0.1', 'localhost')}/sign-in`);
  await expect(page.getByRole('heading', { name: 'Sign in to Gatehouse' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
});
