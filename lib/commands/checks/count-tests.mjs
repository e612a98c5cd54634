// Passed and failed tests from the runners' JSON reports. A runner that crashed, ran nothing, or failed without a failed
// test counts as one failure.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @param {string} reportFile
 * @param {boolean} isGood
 */
export function countVitest(reportFile, isGood) {
  return atLeastOneFailure(isGood, reportFile, (report) => {
    const brokenFiles = report.testResults.filter(
      (/** @type {any} */ file) =>
        file.status === 'failed' && file.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
  });
}

/** @param {string} reportFile @param {boolean} isGood */
export function countPlaywright(reportFile, isGood) {
  return atLeastOneFailure(isGood, reportFile, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

/** @param {boolean} isGood @param {string} reportFile @param {(report: any) => Counts} read */
function atLeastOneFailure(isGood, reportFile, read) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (/** @type {any} */ error) {
    console.error(`No usable test report: ${error.message}`);
  }
  const isSuspicious = !isGood || counts.passed === 0;
  return isSuspicious && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
