import type { Metadata } from 'next';
import { enterPage } from '#lib/http/enter-page.ts';
import { BundleDesk } from './bundle-desk.tsx';

export const metadata: Metadata = { title: 'Open a bundle' };

export default async function BundlesPage() {
  await enterPage('see');
  return <BundleDesk />;
}
