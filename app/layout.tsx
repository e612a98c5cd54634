import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { readPreferences } from './_actions/preferences.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Gatehouse', template: '%s · Gatehouse' },
  description: 'Workflows in which tools, models, commands and people take turns.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#131316' },
  ],
};

/** Reading the cookies makes every page dynamic, which also gives every page its CSP nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, rail, keys } = await readPreferences();
  return (
    <html lang="en" data-theme={theme} data-rail={rail} data-keys={keys}>
      <body>{children}</body>
    </html>
  );
}
