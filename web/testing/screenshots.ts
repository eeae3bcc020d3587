/**
 * Pictures of every screen for people to judge, at two sizes and in dark and light. Not a test.
 *
 *     npx tsx web/testing/screenshots.ts /tmp/shots [product's address]
 *
 * Without an address it starts the built product itself.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { chartOf } from "./chart.ts";
import { CHROMIUM } from "./chromium.ts";
import { gridOf } from "./grid.ts";
import { SIMULATED, startProduct } from "./product.ts";
import { logIn, store, withoutAccountSettings } from "./session.ts";

const [folder = "/tmp/shots", address] = process.argv.slice(2);
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const USDINR = { lastExSymbol: { NSE: ["USDINR", 1000, 0.25, 6.5] } };
const OWN_VIEW = {
  "wide bars": {
    columns: ["OI Bar", "OI Chg%", "Vol Bar", "Time Value", "Delta", "Net Chg%", "LTP"],
    strikeRange: 100,
    pcr: true,
    straddle: true,
    oiBar: "oi lakh",
    volBar: "vol lakh",
  },
};
const VIEWS = ["chain", "OI Graph", "greeks", "bid ask", "wide bars"];

type Shoot = (name: string) => Promise<void>;

async function pictures(page: Page, theme: object, shoot: Shoot): Promise<void> {
  await store(page, { theme });
  await page.goto("/login");
  await page.getByLabel("Email").waitFor();
  await shoot("login");

  await withoutAccountSettings(page);
  await logIn(page, { theme, ...NIFTY, optionChainView: OWN_VIEW });
  await page.goto("/option-chain-new");
  for (const view of VIEWS) {
    await page.getByRole("tab", { name: view, exact: true }).click();
    await gridOf(page).ready();
    await page.waitForTimeout(1200); // a few ticks, so that a flash may be seen
    await shoot(`chain-${view.replaceAll(" ", "-")}`);
  }
  await page.goto("/maxpain");
  await chartOf(page, "Maxpain ( In").ready();
  await shoot("maxpain");
  await page.getByLabel("Day High Maxpain").check();
  await page.getByLabel("Maxpain Line Chart (Beta)").check();
  await chartOf(page, "Maxpain through the day").ready();
  await chartOf(page, "Maxpain through the day").cursor(11 * 60 + 30);
  await shoot("maxpain-line-day-high");
  await page.goto("/futures-watchlist");
  await gridOf(page).ready();
  await shoot("watch-list");
  await logIn(page, { theme, ...USDINR });
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await shoot("chain-usdinr");
}

async function shootAll(browser: Browser, baseURL: string): Promise<void> {
  for (const viewport of SIZES) {
    for (const dark of [true, false]) {
      const context = await browser.newContext({ baseURL, viewport });
      const page = await context.newPage();
      await pictures(page, { dark }, async (name) => {
        await page.mouse.move(0, 0);
        await page.screenshot({ path: join(folder, `${name}-${dark ? "dark" : "light"}-${viewport.width}.png`) });
      });
      await context.close();
    }
  }
}

mkdirSync(folder, { recursive: true });
const product = address === undefined ? await startProduct({ env: SIMULATED }) : undefined;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox"],
});
try {
  await shootAll(browser, address ?? product?.url ?? "");
} finally {
  await browser.close();
  await product?.stop();
}
console.log(`Pictures are in ${folder}`);
