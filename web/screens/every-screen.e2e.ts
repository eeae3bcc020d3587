/**
 * Every screen of the registry, walked through the states that a trader meets: one product and one page of one browser for a worker,
 * which goes from screen to screen by their menus. What fails is named, and the walk goes on; the next screen has a new worker then.
 */
import { test as base } from "@playwright/test";
import { actorOf, logIn, openAnteroom } from "../testing/every-screen/actor.ts";
import { beforeOpen } from "../testing/every-screen/case-before-open.ts";
import { palettes } from "../testing/every-screen/case-looks.ts";
import { CASES } from "../testing/every-screen/cases.ts";
import { type Chromium, type PlaywrightDriver, startChromium } from "../testing/every-screen/playwright-driver.ts";
import { everyScreen, someOf } from "../testing/every-screen/registry.ts";
import { walk } from "../testing/every-screen/walk.ts";
import { SIMULATED, startProduct } from "../testing/product.ts";
import { startProxy, type TcpProxy } from "../testing/tcp-proxy.ts";

/** The same market, hours before its open: a few rooms are enough, and start at once. */
const BEFORE_OPEN = { ...SIMULATED, SIM_START: "2026-11-20T05:00", SIM_SYMBOLS: "NIFTY" };
const STORED = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
/** The first page, while the other worker starts, too. */
const COLD_MS = 60_000;
/** How many screens are looked at in every palette; the suite in other engines looks at all. */
const LOOKED_AT = 3;

interface WorkerFixtures {
  readonly wire: TcpProxy;
  readonly browserOfOurs: Chromium;
  /** Logged in, on a page of the shell. */
  readonly driver: PlaywrightDriver;
}

const test = base.extend<object, WorkerFixtures>({
  wire: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({ env: SIMULATED });
      const wire = await startProxy(product.port);
      await use(wire);
      await wire.stop();
      await product.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  browserOfOurs: [
    async ({ browserName: _ }, use) => {
      const browser = await startChromium();
      await use(browser);
      await browser.stop();
    },
    { scope: "worker" },
  ],
  driver: [
    async ({ wire, browserOfOurs }, use) => {
      const driver = await browserOfOurs.newDriver(wire.url);
      await logIn(driver, STORED);
      await openAnteroom(driver, COLD_MS); // the first page of a server and of a browser is the slowest
      await use(driver);
      await driver.close();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

// Each worker that is free takes the next screen, on a product and a browser of its own.
test.describe.configure({ mode: "parallel" });

const screens = await everyScreen();
const looked = someOf(screens, LOOKED_AT);

// The longest comes first: the walks are shared out while it runs.
test("Before the open every screen says when the market opens", async ({ browserOfOurs }) => {
  test.setTimeout(60_000 + 10_000 * screens.length);
  const product = await startProduct({ env: BEFORE_OPEN });
  const driver = await browserOfOurs.newDriver(product.url);
  try {
    await logIn(driver, STORED);
    await openAnteroom(driver, COLD_MS);
    const faults: string[] = [];
    for (const screen of screens) {
      try {
        await beforeOpen(actorOf(driver, screen));
      } catch (error) {
        faults.push(`${screen.title}: ${error instanceof Error ? error.message : error}`);
        await driver.open("/healthz"); // the next screen begins on a page of its own
      }
      faults.push(...driver.complaints().map((line) => `${screen.title}: the page complained: ${line}`));
    }
    if (faults.length > 0) throw new Error(faults.join("\n\n"));
  } finally {
    await driver.close();
    await product.stop();
  }
});

for (const screen of screens) {
  test(`${screen.title} ${screen.route}`, async ({ wire, driver }, info) => {
    const faults = await walk({
      driver,
      screen,
      world: wire,
      cases: [...CASES, ...(looked.includes(screen) ? [palettes] : [])],
      step: (name, work) => test.step(name, work),
      failed: (name, picture) => info.attach(name, { body: Buffer.from(picture), contentType: "image/png" }),
    });
    if (faults.length > 0) throw new Error(faults.join("\n\n"));
  });
}
