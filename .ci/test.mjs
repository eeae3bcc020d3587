/**
 * `npm test`: a build, since it fails soonest, then unit and property tests, then the browser tests. What is missing on this
 * machine is named and skipped; with STRICT=1 a skip fails. Leaves its counts in node_modules/.cache/tests.json.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./browser.mjs";
import { failedFiles, judge } from "./unit-report.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const CACHE = path.join(ROOT, "node_modules", ".cache");
const UNIT = path.join(CACHE, "unit.json");
const BROWSER = path.join(CACHE, "browser.json");
/** More broken files than these are no accident. */
const MOST_FILES_AGAIN = 5;
/** The same of browser tests. */
const MOST_TESTS_AGAIN = 5;
const isStrict = process.env.STRICT === "1";
mkdirSync(CACHE, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };
const skipped = [];
const retried = [];
/** What failed, by name: a log of an hour is read from its end. */
const failures = [];

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  if (error) console.error(error.message);
  return status ?? 1;
}

function step(name, task) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  task();
  console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** A report that was not written is a failure: the runner died. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function must(what, status) {
  if (status !== 0) {
    counts.failed++;
    failures.push(what);
    console.error(`${what} failed`);
  }
  return status === 0;
}

function vitest(files = []) {
  rmSync(UNIT, { force: true });
  const reporters = ["--reporter=default", "--reporter=./.ci/unit-reporter.mjs"];
  const status = run("npx", ["vitest", "run", ...files, ...reporters], { UNIT_REPORT: UNIT });
  return { isOk: status === 0, report: read(UNIT) };
}

/** As with the browser tests, what fails gets a second try, alone, and is named when it passes then. */
function unitTests() {
  const first = vitest();
  const files = first.isOk ? [] : failedFiles(first);
  const again = files.length > 0 && files.length <= MOST_FILES_AGAIN ? vitest(files) : undefined;
  const { passed, failed, ...named } = judge(first, again);
  counts.passed += passed;
  counts.failed += failed.length;
  failures.push(...failed);
  skipped.push(...named.skipped);
  retried.push(...named.retried);
}

function browserTests() {
  const chromium = findChromium();
  if (!chromium) {
    skipped.push("browser tests: no Chromium here, and none could be installed");
    return;
  }
  const first = playwright(chromium);
  // As with the unit tests, what failed beside others is tried once more with the machine to itself.
  const last = first.canTryAgain ? playwright(chromium, ["--last-failed", "--workers", "1"]) : undefined;
  const failed = last?.failed ?? first.failed;
  counts.passed += first.passed + (last?.passed ?? 0);
  counts.failed += failed.length;
  failures.push(...failed);
  retried.push(...first.flaky, ...first.failed.filter((name) => !failed.includes(name)));
}

/** The tests of a Playwright suite that ended as `outcome`: 'flaky' passed at the second try only, 'unexpected' failed. */
function endedAs(outcome, { file, specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === outcome));
  return [...own.map(({ title }) => `${file}: ${title}`), ...suites.flatMap((suite) => endedAs(outcome, suite))];
}

/** Counts nothing yet. */
function playwright(chromium, args = []) {
  rmSync(BROWSER, { force: true });
  const status = run("npx", ["playwright", "test", "--config", "web/playwright.config.ts", ...args], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER,
  });
  const { stats, suites = [] } = read(BROWSER) ?? {};
  if (stats?.skipped) skipped.push(`${stats.skipped} browser tests`);
  const failed = suites.flatMap((suite) => endedAs("unexpected", suite));
  // A runner that ended otherwise than by its tests leaves no list of what to try again.
  const canTryAgain = failed.length > 0 && failed.length <= MOST_TESTS_AGAIN;
  if (status !== 0 && failed.length === 0) failed.push("browser tests: the runner ended with an error");
  const flaky = suites.flatMap((suite) => endedAs("flaky", suite));
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), flaky, failed, canTryAgain };
}

let isBuilt = false;
step("build", () => {
  isBuilt = must("build", run("npm", ["run", "--silent", "build"]));
});
step("unit and property tests", unitTests);
if (isBuilt) step("browser tests", browserTests);

function list(title, lines) {
  if (lines.length > 0) console.log(`\n${[title, ...lines].join("\n  ")}`);
}
counts.skipped = skipped.length;
if (isStrict) {
  counts.failed += skipped.length;
  failures.push(...skipped.map((line) => `skipped: ${line}`));
}
list("Passed at a second or third try only:", retried);
list("Skipped here:", skipped);
list("Failed:", failures);
writeFileSync(path.join(CACHE, "tests.json"), JSON.stringify({ ...counts, failures }));
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
