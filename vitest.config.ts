import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['lib/**/*.test.ts', 'e2e/{headless,upgrade}/**/*.test.ts', 'app/**/*.test.{ts,tsx}'],
    globals: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
