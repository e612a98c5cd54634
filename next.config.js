import { fileURLToPath } from 'node:url';

// Tests and the development server build into folders of their own: `.next` belongs to the running console.
/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.GATEHOUSE_DIST || '.next',
  poweredByHeader: false,
  // Everything but event streams, which refuse it by their `no-transform`.
  compress: true,
  images: { unoptimized: true },
  // Browsers ask for this name by themselves wherever a page names no icon of its own.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // Native or worker-loading packages must be loaded by Node, not bundled.
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/driver-adapter-utils',
    '@modelcontextprotocol/sdk',
  ],
  // How much is taken of a body is decided before Next sees it (lib/commands/serve/guard-body.mjs); Next would cut it.
  experimental: { serverActions: { bodySizeLimit: '4gb' }, proxyClientMaxBodySize: '4gb' },
  // `npm run check` runs the type checker over everything, tests included.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
  devIndicators: false,
};

export default config;
