/** `npm run picture`: takes the picture of the board for README.md from the built product. `CHROMIUM` names the browser. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { CHROMIUM, SWITCHES } from "./chromium.ts";
import { SIMULATED, startProduct } from "./product.ts";
import { logIn } from "./session.ts";

const FILE = join(import.meta.dirname, "../board.jpg");
const MAX_BYTES = 150_000;
/** Until every pane has its figures. */
const SETTLED_MS = 4_000;

const product = await startProduct({ env: SIMULATED });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, baseURL: product.url });
  await logIn(page, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] }, theme: { dark: true } });
  await page.goto("/option-chain-new");
  await page.waitForFunction(() => document.querySelector("[data-freshness]")?.textContent?.includes("2026"));
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: FILE, type: "jpeg", quality: 70 });
} finally {
  await browser.close();
  await product.stop();
}
const { size } = statSync(FILE);
if (size > MAX_BYTES) throw new Error(`${FILE} has ${size} bytes, more than ${MAX_BYTES}`);
console.log(`${FILE}: ${size} bytes`);
