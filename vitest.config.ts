import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['lib/**/*.test.ts', 'e2e/{headless,seeds,trials,upgrade}/**/*.test.ts', 'app/**/*.test.{ts,tsx}'],
    globals: false,
    // Many tests wait for a disk or for processes of their own: every core gets a worker.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
