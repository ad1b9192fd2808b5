import { readFileSync } from 'node:fs';

/**
 * The counts of the closing line of `npm test`. What could not run counts as failed: a file without a failed test that
 * failed all the same (it was not read, a hook threw, its worker died), a run without a report, a run that ended with
 * another code than its report explains, and each check before the tests.
 * @param {object} run
 * @param {string} run.report path of the JSON report of vitest
 * @param {number} run.code exit code of vitest
 * @param {readonly string[]} run.failedChecks names of the checks that failed
 * @returns {{ passed: number, failed: number, skipped: number, notes: string[] }} notes name what failed beside tests
 */
export const countTests = ({ report, code, failedChecks }) => {
  const notes = [...failedChecks];
  let read;
  try {
    read = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    notes.push('the tests, which left no report');
    return { passed: 0, failed: notes.length, skipped: 0, notes };
  }
  for (const file of read.testResults) {
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed');
    if (file.status === 'failed' && !hasFailedTest) notes.push(file.name);
  }
  if (read.numTotalTests === 0) notes.push('the tests, of which none was found');
  if (code !== 0 && read.numFailedTests === 0 && notes.length === failedChecks.length) {
    notes.push(`the run of the tests, which ended with ${code}`);
  }
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + notes.length,
    skipped: read.numPendingTests + read.numTodoTests,
    notes,
  };
};
