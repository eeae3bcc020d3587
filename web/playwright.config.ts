import { defineConfig } from "@playwright/test";

/**
 * Files whose tests mostly wait: for a minute to turn, a timeout to pass, a server to come back. The suite of every screen
 * stands with them, and as many others as make both halves equally long.
 */
const WAITING = [
  "server/recorded.e2e.ts",
  "web/app/brokers/brokers.e2e.ts",
  "web/app/dashboard/dashboard.e2e.ts",
  "web/app/workspace/workspace.e2e.ts",
  "server/feed-trouble.e2e.ts",
  "server/operations.e2e.ts",
  "web/app/shell/banner.e2e.ts",
  "web/app/day-change.e2e.ts",
  "web/app/pricing/pricing.e2e.ts",
  "web/app/reset/reset.e2e.ts",
  "web/app/resilience.e2e.ts",
  "web/screens/every-screen.e2e.ts",
];

/**
 * Browser tests run against the built product, each file on servers of its own (web/testing/product.ts). Two projects,
 * so that `npm test` can run those that wait beside those that work; within one, tests run one after another.
 */
export default defineConfig({
  testDir: "..",
  outputDir: process.env["PLAYWRIGHT_OUTPUT"] ?? "../test-results",
  projects: [
    { name: "board", testMatch: ["web/**/*.e2e.ts", "server/**/*.e2e.ts"], testIgnore: WAITING },
    { name: "waiting", testMatch: WAITING },
  ],
  workers: 1,
  fullyParallel: false,
  // A machine that stalls for seconds is no fault of the product; what needed a second try is named at the end of `npm test`.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  use: {
    viewport: { width: 1366, height: 768 },
    serviceWorkers: "block", // a page that has one hides its requests from the tests that answer them
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    screenshot: "only-on-failure",
    trace: "on-first-retry",
  },
});
