import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes minutes begins first, so that nobody waits for it alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = ({ moduleId }: TestSpecification) =>
      Number(moduleId.includes('/e2e/')) + Number(moduleId.includes('/e2e/headless/crash-'));
    return (await super.sort(files)).toSorted((a, b) => length(b) - length(a));
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    globals: false,
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a disk, a clock or processes of their own.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'inside',
          include: ['{lib,app}/**/*.test.{ts,tsx}', 'e2e/seeds/**/*.test.ts'],
          // Starting a process and loading the same modules for each of hundreds of files takes longer than most of them.
          isolate: false,
          setupFiles: ['lib/testing/fresh-house.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'outside', include: ['e2e/{headless,trials,upgrade}/**/*.test.ts'] },
      },
    ],
  },
});
