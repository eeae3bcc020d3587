/**
 * Stops and targets of tabs that nobody sees: two tabs of the board behind another one, left alone. From the tab in front both
 * levels are armed close about the profit, through the storage that tabs share; one of them must be hit once, within two seconds
 * of the first price beyond it. What must be hit is found from the frames by a client of its own. Needs a build, Chromium, and
 * a display or Xvfb.
 *
 *     npm run soak -- hidden-stops [times]
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { roomName } from "#contract/domain/instruments.ts";
import { CHROMIUM, SWITCHES } from "../chromium.ts";
import { whyNoWindow } from "../display.ts";
import { startProduct } from "../product.ts";
import { logIn as logInPage, NIFTY } from "../session.ts";
import { keepStrategy } from "../strategies/auto-save.ts";
import { beHidden, logIn, nearestExpiry, storeIn, until } from "./board-tab.ts";
import { openRealBrowser, type RealTab } from "./real-browser.ts";
import { openWitness } from "./tick-witness.ts";

const TIMES = Number(process.argv[2] ?? 20);
const START = "2026-11-20T12:15";
const LOT = 65;
const LATEST_MS = 2000;
/** A second hit of one arming would come in this time. */
const AGAIN_MS = 1500;
const KEY = "portfolioStops";
const NEVER = { target: 1e9, stop: -1e9 };

interface Change {
  readonly at: number;
  readonly stop: { readonly isHit: boolean; readonly message: string };
}

/** Runs in the page in front: it hears what the other tabs store. */
const HEAR = `(() => {
  globalThis.changes = [];
  addEventListener("storage", ({ key, newValue }) => {
    if (key === ${JSON.stringify(KEY)})
      changes.push({ at: Date.now(), stop: JSON.parse(newValue)["My Portfolio"]["Total Portfolio"] });
  });
  return true;
})()`;

const stops = (levels: object): object => ({
  "My Portfolio": { "Total Portfolio": { ...levels, isHit: false, message: "" } },
});

/** One call sold, kept in the builder. @returns its strike and entry price, rupees */
async function keepCall(url: string): Promise<{ readonly strike: number; readonly entry: number }> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await logInPage(page, NIFTY);
    await keepStrategy(page, "Hidden");
    const field = page.getByRole("spinbutton", { name: /^Entry price of / });
    const name = (await field.getAttribute("aria-label")) ?? "";
    const strike = Number((/([\d,]+) CE$/.exec(name)?.[1] ?? "").replaceAll(",", ""));
    return { strike, entry: Number(await field.inputValue()) };
  } finally {
    await browser.close();
  }
}

async function openTab(url: string, items: object, route: string, words: RegExp): Promise<RealTab> {
  const tab = await browser.openTab();
  await tab.activate();
  await storeIn(tab, url, items);
  await tab.goto(`${url}${route}`);
  await until(() => tab.evaluate<boolean | undefined>(`${words}.test(document.body.textContent) || undefined`), route);
  await tab.evaluate(
    "globalThis.seen = 0; document.addEventListener('visibilitychange', () => { if (!document.hidden) seen++; })",
  );
  return tab;
}

async function soak(url: string): Promise<boolean> {
  const { strike, entry } = await keepCall(url);
  const login = await logIn(url);
  await browser.setCookies(url, login.cookie);
  const expiry = await nearestExpiry(url, login.cookie);
  const witness = await openWitness(url, login, roomName("NIFTY", expiry), strike);
  await until(async () => (witness.ticks.length > 1 ? true : undefined), "the first ticks");
  const totalOf = (call: number): number => (entry - call) * LOT;

  const tabs = [
    await openTab(url, { ...login.items, [KEY]: stops(NEVER) }, "/portfolio", /Hidden - NIFTY/),
    await openTab(url, {}, "/option-chain-new", /Option Chain/),
  ];
  const front = await browser.openTab();
  await front.activate();
  await front.goto(`${url}/healthz`);
  await until(
    async () => ((await front.evaluate<string>("location.pathname")) === "/healthz" ? true : undefined),
    "front",
  );
  await front.evaluate(HEAR);
  for (const tab of tabs) await beHidden(tab);
  await sleep(3000); // the lock, and the first look of the watch
  for (const tab of tabs) {
    await tab.evaluate("seen = 0");
    await tab.leaveAlone();
  }
  console.log(`${browser.version}; call ${strike} sold at ${entry}, 2 hidden tabs; load ${load()}`);

  const lags: number[] = [];
  const wrong: string[] = [];
  for (let round = 0; round < TIMES; round++) {
    const total = totalOf(witness.ticks.at(-1)!.call);
    // Half a paisa off the tick: no price stands on a level.
    const levels = { target: total + LOT * 0.475, stop: total - LOT * 0.475 };
    const armed = Date.now();
    await front.evaluate(
      `changes.length = 0; localStorage.setItem(${JSON.stringify(KEY)}, ${JSON.stringify(JSON.stringify(stops(levels)))})`,
    );
    const hits = async (): Promise<readonly Change[]> =>
      (await front.evaluate<readonly Change[]>("changes")).filter(({ stop }) => stop.isHit);
    const crossed = await until(
      async () =>
        witness.ticks.find(
          ({ at, call }) => at >= armed && (totalOf(call) > levels.target || totalOf(call) < levels.stop),
        ),
      "a price beyond a level",
    );
    await until(async () => ((await hits()).length > 0 ? true : undefined), `hit ${round + 1}`);
    await sleep(AGAIN_MS);
    const [hit, ...more] = await hits();
    const kind = totalOf(crossed.call) > levels.target ? "Target" : "Stop";
    if (!hit) continue;
    lags.push(hit.at - crossed.at);
    if (more.length > 0) wrong.push(`${round + 1}: hit ${more.length + 1} times`);
    if (!hit.stop.message.startsWith(`${kind} hit @`)) wrong.push(`${round + 1}: '${hit.stop.message}', not ${kind}`);
    if (hit.at - crossed.at > LATEST_MS) wrong.push(`${round + 1}: ${hit.at - crossed.at} ms`);
  }
  const seen = await Promise.all(tabs.map((tab) => tab.evaluate<number>("seen")));
  witness.close();
  lags.sort((a, b) => a - b);
  console.log(
    `${lags.length} of ${TIMES} hit, price to hit: median ${lags[lags.length >> 1]} ms, longest ${lags.at(-1)} ms`,
  );
  console.log(`hidden all the time: ${seen.every((times) => times === 0) ? "yes" : "NO"}; load ${load()}`);
  for (const line of wrong) console.log(`WRONG ${line}`);
  return wrong.length === 0 && lags.length === TIMES && seen.every((times) => times === 0);
}

const load = (): string => (loadavg()[0] ?? Number.NaN).toFixed(1);

const why = whyNoWindow();
if (why !== undefined) {
  console.log(`hidden-stops: not run; ${why}`);
  process.exit(77); // not run
}
const product = await startProduct({ env: { SIM_START: START, SIM_SEED: "7", SIM_SYMBOLS: "indices" } });
const browser = await openRealBrowser();
try {
  process.exitCode = (await soak(product.url)) ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
process.exit();
