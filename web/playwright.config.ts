import { defineConfig } from "@playwright/test";
import { HEADLESS_SHELL, ONE_PROCESS, SWITCHES } from "./testing/chromium.ts";

/** Most of their time they wait: for an outage to end, a minute to turn, a day to begin. */
const WAITS = ["web/app/{resilience,day-change}.e2e.ts", "server/{operations,feed-trouble}.e2e.ts"];

/** Browser tests run against the built product (web/testing/product.ts). Files are shared out; the tests of one follow each other. */
export default defineConfig({
  testDir: "..",
  globalSetup: "./testing/whole-run.ts",
  outputDir: "../test-results",
  testMatch: ["web/**/*.e2e.ts", "server/**/*.e2e.ts"],
  // Two keep two cores busy; a third would make each test slower, and none end sooner. What waits has a worker of its own beside
  // them; it comes first, so that it is over when the suite of every screen begins, which looks at the clock.
  workers: 3,
  projects: [
    { name: "waits", testMatch: WAITS, workers: 1 },
    { name: "works", testIgnore: WAITS, workers: 2 },
  ],
  fullyParallel: false,
  // A machine that stalls for seconds is no fault of the product; what needed a second try is named at the end of `npm test`.
  retries: 1,
  maxFailures: process.env["CI"] ? 10 : 0, // a product that is broken in so many places is known to be
  timeout: 180_000, // a page is opened once for all that is said of it, in steps
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  use: {
    viewport: { width: 1366, height: 768 },
    serviceWorkers: "block", // a page that has one hides its requests from the tests that answer them
    launchOptions: {
      executablePath: HEADLESS_SHELL,
      args: [...SWITCHES, ...ONE_PROCESS],
    },
    screenshot: "only-on-failure",
    trace: "on-first-retry",
  },
});
