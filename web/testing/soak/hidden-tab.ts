/**
 * Alerts of a tab that nobody sees: a window with another tab in front, two tabs of the board behind it, left alone for
 * minutes. Each rule must fire in the run after its tick, before the next tick comes, and once, whichever tab it is. What
 * must fire is found from the same frames by a client of its own. Needs a build, and a display or Xvfb.
 *
 *     npm run soak -- hidden-tab [minutes]
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { roomName } from "#contract/domain/instruments.ts";
import { whyNoWindow } from "../display.ts";
import { startProduct } from "../product.ts";
import { beHidden, logIn, nearestExpiry, storeIn, until } from "./board-tab.ts";
import { openRealBrowser, type RealTab } from "./real-browser.ts";
import { firesAt, openWitness, type PlainRule, type TickWitness } from "./tick-witness.ts";

const MINUTES = Number(process.argv[2] ?? 10);
const START = "2026-11-20T12:15";
const KEY = "alerts-straddle";
/** Rules on each side of where a line stands, and how far apart, rupees. The halves keep a price from standing on a level. */
const LADDERS = [
  { line: "main", name: "Straddle", rungs: 20, step: 0.5, offset: 0.025 },
  { line: "spot", name: "Spot", rungs: 20, step: 1, offset: 0.025 },
] as const;

/** What a tab writes down by itself. */
interface Recorded {
  /** Toasts of this tab, and when they came, epoch ms. */
  readonly toasts: readonly { readonly text: string; readonly at: number }[];
  /** Whether it was hidden, from when on. */
  readonly shown: readonly { readonly state: string; readonly at: number }[];
}

/** Runs in the page. */
const RECORD = `(() => {
  const shown = [{ state: document.visibilityState, at: Date.now() }];
  const toasts = [];
  document.addEventListener("visibilitychange", () => shown.push({ state: document.visibilityState, at: Date.now() }));
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        for (const [text] of (node.textContent ?? "").matchAll(/Alert triggered: \\w+ cross (above|below) [\\d.]+/g))
          toasts.push({ text, at: Date.now() });
  }).observe(document.body, { childList: true, subtree: true });
  globalThis.recorded = { toasts, shown };
})()`;

async function soak(url: string): Promise<boolean> {
  const login = await logIn(url);
  const expiry = await nearestExpiry(url, login.cookie);
  const witness = await openWitness(url, login, roomName("NIFTY", expiry));
  await until(async () => (witness.ticks.length > 1 ? true : undefined), "the first ticks");
  const rules = rulesAround(witness);

  await browser.setCookies(url, login.cookie);
  const tabs = [
    await openBoard(
      url,
      login.items,
      rules.map((rule) => stored(rule, expiry, witness.strike)),
    ),
  ];
  tabs.push(await openBoard(url, login.items));
  const front = await browser.openTab();
  await front.activate();
  for (const tab of tabs) await beHidden(tab);
  // Rules whose tick came while the tabs were opened are no part of it.
  const armed = new Set(
    await tabs[0]!.evaluate<string[]>(`JSON.parse(localStorage[${JSON.stringify(KEY)}]).map(({ id }) => id)`),
  );
  const begun = Date.now();
  for (const tab of tabs) await tab.leaveAlone();
  console.log(`${browser.version}; ${armed.size} rules, 2 hidden tabs, ${MINUTES} minutes; load ${load()}`);
  await sleep(MINUTES * 60_000);
  const ended = Date.now();
  await sleep(2000);
  const recorded = await Promise.all(tabs.map((tab) => tab.evaluate<Recorded>("recorded")));
  witness.close();
  console.log(`${witness.ticks.length} frames; load ${load()}`);
  return judge(
    witness,
    rules.filter(({ id }) => armed.has(id)),
    recorded,
    [begun, ended],
  );
}

const load = (): string => (loadavg()[0] ?? Number.NaN).toFixed(1);

function rulesAround({ ticks }: TickWitness): readonly PlainRule[] {
  const last = ticks.at(-1)!;
  return LADDERS.flatMap(({ line, rungs, step, offset }) =>
    Array.from({ length: 2 * rungs + 1 }, (_, i) => {
      const level = Number((Math.round(last[line] / step) * step + (i - rungs) * step + offset).toFixed(3));
      return (["cross_above", "cross_below"] as const).map((condition) => ({
        id: `${line}_${condition}_${level}_1`,
        line,
        condition,
        level,
      }));
    }).flat(),
  );
}

const nameOf = (line: PlainRule["line"]): string => LADDERS.find((one) => one.line === line)!.name;

/** As the board keeps its rules. */
const stored = ({ id, line, condition, level }: PlainRule, expiry: string, strike: number) => ({
  id,
  left: nameOf(line),
  leftLine: line,
  condition,
  right: level,
  rightLine: "",
  screen: "straddle-strangle",
  exchange: "NSE",
  symbol: "NIFTY",
  expiry,
  params: JSON.stringify({ ce: strike, pe: strike, hasChain: false }),
});

/** A tab of the board, logged in and at work. @param rules are stored before it is opened; absent: as they are. */
async function openBoard(url: string, login: object, rules?: readonly object[]): Promise<RealTab> {
  const tab = await browser.openTab();
  await tab.activate();
  await storeIn(tab, url, { ...login, ...(rules && { [KEY]: rules }) });
  await tab.goto(`${url}/straddle-strangle`);
  await until(
    () =>
      tab.evaluate<boolean | undefined>(
        `/Straddle[^A-Za-z]*\\d\\.\\d\\d/.test(document.body.textContent) || undefined`,
      ),
    "the first figures",
  );
  await tab.evaluate(RECORD);
  await sleep(2000); // the lock, and the first look of the watch
  return tab;
}

function judge(
  { ticks }: TickWitness,
  rules: readonly PlainRule[],
  recorded: readonly Recorded[],
  [begun, ended]: readonly [number, number],
): boolean {
  const from = ticks.findIndex(({ at }) => at >= begun) - 1;
  const seen = ticks.slice(Math.max(from, 0)).filter(({ at }) => at <= ended);
  const lags: number[] = [];
  const wrong: string[] = [];
  let late = 0;
  let fires = 0;
  for (const rule of rules) {
    const text = `Alert triggered: ${nameOf(rule.line)} ${rule.condition.replace("_", " ")} ${rule.level}`;
    const toasts = recorded.flatMap((tab) => tab.toasts).filter((toast) => toast.text === text);
    const place = firesAt(seen, rule);
    const must = place < 0 ? 0 : 1;
    fires += must;
    if (toasts.length !== must) wrong.push(`${rule.id}: ${toasts.length} times, not ${must}`);
    const [toast] = toasts;
    const tick = seen[place];
    if (!toast || !tick) continue;
    lags.push(toast.at - tick.at);
    // A run later is a tick later.
    if (toast.at >= (seen[place + 1]?.at ?? Number.POSITIVE_INFINITY)) late++;
  }
  const wasSeen = recorded.some(({ shown }) =>
    shown.some(({ state, at }) => state === "visible" && at > begun && at < ended),
  );
  lags.sort((a, b) => a - b);
  const at = (share: number): string =>
    (lags[Math.min(lags.length - 1, Math.floor(share * lags.length))] ?? Number.NaN).toFixed(0);
  const byTab = recorded.map(({ toasts }) => toasts.filter(({ at }) => at >= begun).length).join(" and ");
  console.log(`${fires} rules had to fire: ${fires - wrong.length} did, once; by tab ${byTab}`);
  console.log(
    `tick to toast: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; after the next tick: ${late}`,
  );
  console.log(`hidden all the time: ${wasSeen ? "NO" : "yes"}`);
  for (const line of wrong) console.log(`WRONG ${line}`);
  return wrong.length === 0 && late === 0 && !wasSeen && fires > 0;
}

const why = whyNoWindow();
if (why !== undefined) {
  console.log(`hidden-tab: not run; ${why}`);
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
