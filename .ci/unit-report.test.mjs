import { expect, test } from "vitest";
import { failedFiles, judge } from "./unit-report.mjs";

/** @param tests state by name */
const file = (name, tests, hasFailed = Object.values(tests).includes("failed")) => ({
  name,
  hasFailed,
  tests: Object.entries(tests).map(([test, state]) => ({ name: test, state })),
});
const run = (files, unhandled = []) => ({
  isOk: !files.some(({ hasFailed }) => hasFailed) && unhandled.length === 0,
  report: { files, unhandled },
});
const GOOD = file("good", { one: "passed", two: "skipped" });
const FLAKY = file("flaky", { one: "failed", two: "passed" });
const MENDED = file("flaky", { one: "passed", two: "passed" });

test("a test that passes at its second try is named, and fails nothing", () => {
  const first = run([GOOD, FLAKY]);
  expect(failedFiles(first)).toEqual(["flaky"]);
  expect(judge(first, run([MENDED]))).toEqual({
    passed: 3,
    skipped: ["good: two"],
    failed: [],
    retried: ["flaky: one"],
  });
  expect(judge(run([GOOD]))).toMatchObject({ passed: 1, failed: [] });
  expect(judge(first)).toMatchObject({ failed: ["flaky: one"], retried: [] });
  expect(judge(first, run([FLAKY]))).toMatchObject({ failed: ["flaky: one"], retried: [] });
});

test("a file whose hook threw has failed although its tests passed, or were never run", () => {
  const after = file("after", { one: "passed" }, true);
  const before = file("before", { one: "skipped" }, true);
  const unloaded = file("unloaded", {}, true);
  const first = run([FLAKY, after, before, unloaded]);
  expect(failedFiles(first)).toEqual(["flaky", "after", "before", "unloaded"]);
  const failed = ["after", "before", "unloaded"];
  expect(judge(first, run([MENDED, after, before, unloaded]))).toMatchObject({ failed, retried: ["flaky: one"] });
  // Tests that run only now are no longer skipped.
  const again = [MENDED, ...failed.map((name) => file(name, { one: "passed" }))];
  expect(judge(first, run(again))).toEqual({ passed: 5, skipped: [], failed: [], retried: ["flaky: one", ...failed] });
});

test("a second try that ends badly is a failure, and so is a test that it never ran", () => {
  const first = run([FLAKY]);
  expect(judge(first, run([file("flaky", { one: "passed", two: "passed" }, true)]))).toMatchObject({
    failed: ["flaky"],
  });
  expect(judge(first, run([file("flaky", { one: "skipped" })]))).toMatchObject({ failed: ["flaky: one"] });
  expect(judge(first, { isOk: false, report: undefined })).toMatchObject({ failed: ["flaky: one"] });
  expect(judge(first, { ...run([MENDED]), isOk: false }).failed).toEqual([
    "unit tests: the runner ended with an error",
  ]);
});

test("an error outside of tests is a failure, whichever try it was in; so is a runner that died", () => {
  expect(judge(run([GOOD], ["late"])).failed).toEqual(["outside of tests: late"]);
  expect(judge(run([FLAKY], ["late"]), run([MENDED])).failed).toEqual(["outside of tests: late"]);
  expect(judge(run([FLAKY]), run([MENDED], ["later"])).failed).toEqual(["outside of tests: later"]);
  expect(judge({ isOk: false, report: undefined }).failed).toEqual(["unit tests: the runner ended with an error"]);
});
