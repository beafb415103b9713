import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Vitest reporter that writes what tools/tests/run.mjs and tools/mutants/run.mjs need to the file that UNTANGLE_REPORT names: the counts
 * of tests, the names of those that failed, and the seconds that each test file took, its hooks included.
 */
export default class SuiteReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { readonly message?: string }[]} errors those outside of all tests, as a rejected promise that nobody handles
   */
  onTestRunEnd(modules, errors) {
    const path = process.env.UNTANGLE_REPORT;
    if (!path) return;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    /** @type {string[]} */
    const failures = [];
    const files = modules.map((module) => {
      const name = relative('.', module.moduleId);
      const before = failures.length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state]++;
        if (state === 'failed') failures.push(`${name}: ${test.fullName}`);
      }
      // A file that fails as it is loaded, or in a hook, has no failed test to count.
      if (module.state() === 'failed' && failures.length === before) {
        counts.failed++;
        failures.push(name);
      }
      const { collectDuration, duration } = module.diagnostic();
      return { name, seconds: (collectDuration + duration) / 1000 };
    });
    for (const { message = 'without a message' } of errors) {
      counts.failed++;
      failures.push(`an error outside of all tests: ${message}`);
    }
    writeFileSync(path, JSON.stringify({ ...counts, failures, files }));
  }
}
