/**
 * Names the tests that passed at their second attempt only, which a run under CI allows where others share the machine. Each of
 * them depends on time, and is a fault of the test or of what it tests.
 * @implements {import('vitest/reporters').Reporter}
 */
export default class SecondAttempts {
  /** @type {string[]} */
  #names = [];

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd() {
    if (this.#names.length > 0) console.log(`\nPassed at the second attempt:\n${this.#names.join('\n')}`);
  }
}
