import { readFileSync } from 'node:fs';

/**
 * What came out of a run of tests or of a check. What could not run counts as failed and has a note.
 * @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Counts
 */

/** The counts of a check that failed, or of a run that left nothing to count. @returns {Counts} */
export const failedCheck = (note) => ({ passed: 0, failed: 1, skipped: 0, notes: [note] });

/** @param {readonly Counts[]} parts @returns {Counts} */
export const sumCounts = (parts) => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.reduce((sum, { failed }) => sum + failed, 0),
  skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  notes: parts.flatMap(({ notes }) => notes),
});

const read = (report) => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Adds notes for a run that found no test, and for one that ended with another code than its report explains. */
const withRunNotes = ({ passed, failed, skipped, notes }, { name, code }) => {
  const all = [...notes];
  if (passed + failed + skipped === 0) all.push(`${name}: no test was found`);
  if (code !== 0 && failed === 0 && all.length === 0) all.push(`${name}: the run ended with ${code}`);
  return { passed, failed: failed + all.length, skipped, notes: all };
};

/**
 * The counts of a run of Vitest. A file without a failed test that failed all the same (it was not read, a hook threw, its
 * worker died) counts as one failed test.
 * @param {{ name: string, report: string, code: number }} run `report` is the path of its JSON report, `code` its exit code
 * @returns {Counts}
 */
export const countVitest = ({ name, report, code }) => {
  const run = read(report);
  if (run === undefined) return failedCheck(`${name}: the run left no report`);
  const notes = run.testResults
    .filter(({ status, assertionResults }) => {
      return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
    })
    .map((file) => file.name);
  const counts = {
    passed: run.numPassedTests,
    failed: run.numFailedTests,
    skipped: run.numPendingTests + run.numTodoTests,
    notes,
  };
  return withRunNotes(counts, { name, code });
};

/**
 * The counts of a run of Playwright. A test that passed at its second attempt counts as failed, and so does each error outside of
 * tests.
 * @param {{ name: string, report: string, code: number }} run `report` is the path of its JSON report, `code` its exit code
 * @returns {Counts}
 */
export const countPlaywright = ({ name, report, code }) => {
  const run = read(report);
  if (run === undefined) return failedCheck(`${name}: the run left no report`);
  const { expected, unexpected, flaky, skipped } = run.stats;
  const notes = run.errors.map(({ message }) => `${name}: ${message.split('\n')[0]}`);
  return withRunNotes({ passed: expected, failed: unexpected + flaky, skipped, notes }, { name, code });
};
