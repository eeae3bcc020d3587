/**
 * From the press of Submit to the words 'Order Placed' on the ticket, in a browser, against the practice broker: what the
 * trader waits for, and how much of it is the call to the server. Needs a build. `CHROMIUM` names the browser.
 *
 *     npm run soak -- order-clicks [orders]
 */
import { loadavg } from "node:os";
import { chromium, type Page } from "@playwright/test";
import { connectBroker } from "../broker.ts";
import { CHROMIUM, SWITCHES } from "../chromium.ts";
import { gridOf } from "../grid.ts";
import { SIMULATED, startProduct } from "../product.ts";
import { logIn, NIFTY, store } from "../session.ts";

const ORDERS = Number(process.argv[2] ?? 60);
/** The first ones load what the others have. */
const WARM = 5;
/** What the product promises, milliseconds. */
const AIM_MS = 150;

/** Milliseconds of one order. */
interface Click {
  readonly acknowledged: number;
  readonly call: number;
}

/** Runs in the page: presses Submit, waits for the frame that shows the answer, and closes the ticket. */
const PRESS = `new Promise((resolve) => {
  const dialog = document.querySelector("[role=dialog], dialog[open]");
  const button = (words) => [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === words);
  performance.clearResourceTimings();
  const begun = performance.now();
  const answered = new MutationObserver(() => {
    if (!dialog.textContent.includes("Order Placed")) return;
    answered.disconnect();
    requestAnimationFrame(() => {
      const acknowledged = performance.now() - begun;
      const [call] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("place_multi_order"));
      resolve({ acknowledged, call: call?.duration ?? NaN });
      button("Close")?.click();
    });
  });
  answered.observe(dialog, { childList: true, characterData: true, subtree: true });
  button("Submit").click();
})`;

async function placeOne(page: Page): Promise<Click> {
  const ticket = page.getByRole("dialog");
  const grid = gridOf(page);
  for (let tries = 0; !(await ticket.isVisible()) && tries < 20; tries++) {
    const { x, y, width, height } = await grid.box(await grid.atmRow(), "ce:LTP");
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.press("b");
    await ticket.waitFor({ timeout: 2000 }).catch(() => undefined);
  }
  await ticket.getByText("Market", { exact: true }).click();
  const click = await page.evaluate<Click>(PRESS);
  await ticket.waitFor({ state: "hidden" });
  return click;
}

function tell(words: string, sorted: readonly number[]): number {
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  console.log(`${words.padEnd(34)} median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms`);
  return at(0.95);
}

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

const product = await startProduct({ env: SIMULATED });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, baseURL: product.url });
  await logIn(page, NIFTY);
  await store(page, { broker: await connectBroker(page) });
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await page.locator("[aria-keyshortcuts='B S']").waitFor();
  const clicks: Click[] = [];
  for (let i = 0; i < WARM + ORDERS; i++) clicks.push(await placeOne(page));
  const counted = clicks.slice(WARM);
  console.log(`${counted.length} orders, ${browser.version()}; load ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  const p95 = tell("press to 'Order Placed' on screen", ascending(counted.map(({ acknowledged }) => acknowledged)));
  tell("of it the call to the server", ascending(counted.map(({ call }) => call)));
  process.exitCode = p95 <= AIM_MS ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
