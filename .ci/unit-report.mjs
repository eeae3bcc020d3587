/** What a run of the unit tests came to, with a second one of the files that failed: as unit-reporter.mjs tells of each. */

const testsOf = (files, state) =>
  files.flatMap(({ name, tests }) =>
    tests.filter((test) => test.state === state).map((test) => `${name}: ${test.name}`),
  );

/** Tests, and files that failed beside their tests: they did not load, or a hook threw. */
const failuresOf = (files) =>
  files.flatMap((file) => {
    const tests = testsOf([file], "failed");
    return file.hasFailed && tests.length === 0 ? [file.name] : tests;
  });

/** Those to try again. */
export const failedFiles = ({ report }) =>
  (report?.files ?? []).filter(({ hasFailed }) => hasFailed).map(({ name }) => name);

/**
 * A run is `{ isOk, report }`, without a report where the runner died. Of a file that was tried again the second try counts.
 * @param again undefined: nothing was tried again.
 * @returns how many tests passed, and the names of those that were skipped, that failed, and that passed at the second try.
 */
export function judge(first, again) {
  const broken = failuresOf(first.report?.files ?? []);
  const anew = again?.report?.files ?? [];
  const tried = new Set(anew.map(({ name }) => name));
  const files = [...(first.report?.files ?? []).filter(({ name }) => !tried.has(name)), ...anew];
  const passed = testsOf(files, "passed");
  const good = new Set([...passed, ...files.filter(({ hasFailed }) => !hasFailed).map(({ name }) => name)]);
  const failed = new Set([...failuresOf(files), ...broken.filter((name) => !good.has(name))]);
  // Nobody knows of which file they are: they fail the run though every test passed at the second try.
  for (const message of [first, again].flatMap((run) => run?.report?.unhandled ?? [])) {
    failed.add(`outside of tests: ${message}`);
  }
  if (failed.size === 0 && !(again ?? first).isOk) failed.add("unit tests: the runner ended with an error");
  return {
    passed: passed.length,
    skipped: testsOf(files, "skipped"),
    failed: [...failed],
    retried: broken.filter((name) => good.has(name)),
  };
}
