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
    include: ['lib/**/*.test.ts', 'e2e/{headless,seeds,trials,upgrade}/**/*.test.ts', 'app/**/*.test.{ts,tsx}'],
    globals: false,
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a disk or for processes of their own: every core gets a worker.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
