import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count-tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-count-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown) {
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('a test file that cannot be loaded counts as one failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(countVitest(report({ numPassedTests: 3, numFailedTests: 0, testResults }), false)).toEqual({
    passed: 3,
    failed: 1,
  });
});

test('a runner that crashed without a report counts as one failure', () => {
  expect(countPlaywright(join(folder, 'absent.json'), false)).toEqual({ passed: 0, failed: 1 });
});

test('a runner that ran nothing counts as one failure', () => {
  expect(countPlaywright(report({ stats: { expected: 0, unexpected: 0, flaky: 0 } }), true)).toEqual({
    passed: 0,
    failed: 1,
  });
});

test('passed and failed tests are counted one by one', () => {
  expect(countPlaywright(report({ stats: { expected: 4, unexpected: 2, flaky: 0 } }), false)).toEqual({
    passed: 4,
    failed: 2,
  });
});
