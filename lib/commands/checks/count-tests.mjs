// Passed and failed tests from the runners' JSON reports. A runner that crashed, ran nothing, or failed without a failed
// test counts as one failure.
import { readFileSync } from 'node:fs';

export function countVitest(reportFile, isGood) {
  return atLeastOneFailure(isGood, reportFile, (report) => {
    const brokenFiles = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
  });
}

export function countPlaywright(reportFile, isGood) {
  return atLeastOneFailure(isGood, reportFile, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

function atLeastOneFailure(isGood, reportFile, read) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (error) {
    console.error(`No usable test report: ${error.message}`);
  }
  const isSuspicious = !isGood || counts.passed === 0;
  return isSuspicious && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
