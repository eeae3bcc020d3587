/**
 * A strategy with 'Auto Save' is edited, and its tab is closed within two seconds, before the edit is sent by itself; every fifth
 * tab while the edit before it is sent and not answered. The next tab must load it. Needs a build, and Chromium (`CHROMIUM` names another one than Playwright's).
 *
 *     npm run soak -- auto-save [times]
 */
import { chromium } from "@playwright/test";
import { CHROMIUM, SWITCHES } from "../chromium.ts";
import { SIMULATED, startProduct } from "../product.ts";
import { logIn, NIFTY } from "../session.ts";
import { editAndClose, editUnansweredAndClose, keepStrategy, loadedPrice, openKept } from "../strategies/auto-save.ts";

const TIMES = Number(process.argv[2] ?? 50);
const LONGEST_MS = 2000;
const NAME = "Soak";

const product = await startProduct({ env: SIMULATED });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });
let kept = 0;
try {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1366, height: 768 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await logIn(page, NIFTY);
  await keepStrategy(page, NAME);
  let tab = await openKept(context, NAME);
  for (let i = 0; i < TIMES; i++) {
    const price = 100 + i;
    const wait = Math.round((LONGEST_MS * i) / TIMES);
    const isHeld = i % 5 === 4;
    tab = isHeld
      ? await editUnansweredAndClose(tab, NAME, price + 0.5, price)
      : await editAndClose(tab, NAME, price, wait);
    const loaded = await loadedPrice(tab);
    if (loaded === price) kept++;
    else console.log(`closed ${isHeld ? "before an answer" : `after ${wait} ms`}: ${loaded} is kept, not ${price}`);
  }
  console.log(`${kept} of ${TIMES} kept`);
} finally {
  await browser.close();
  await product.stop();
}
process.exitCode = kept === TIMES ? 0 : 1;
