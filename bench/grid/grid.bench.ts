/**
 * What does the live table cost the main thread, beside the grids a team would otherwise take? A tick changes 40 % of
 * the cells of 200 rows x 15 columns; a wheel step scrolls ten rows. Net of a page that makes the data and shows nothing.
 *
 * The product draws in a render worker: its main thread compares, formats and sends. What all threads of the browser
 * together spend on an update is noted beside it.
 */
import { assertShown, type Competitor, mainThreadMs, openCompetition, runTicks } from "../browser/competition.ts";
import { netMs, netRatio, playRounds, type Times } from "../browser/rounds.ts";
import { note, type Row, row } from "../report.ts";
import { watchListRows } from "./watch-list.ts";

export const question = "grid";
export const needsPeers = true;

const PAGES = {
  idle: "grid/idle.ts",
  product: "grid/product.tsx",
  "AG Grid": "peers/grid/ag-grid.js",
  Perspective: "peers/grid/perspective.js",
  glide: "peers/grid/glide.js",
} as const;
const SCROLLERS = ["idle", "product", "AG Grid"] as const;
const WHEEL_PX = 240;

/** Those that draw a tick in the frame after it may tick sooner, and so oftener in the same time. */
const QUICK: readonly string[] = ["idle", "product", "glide"];

interface Pace {
  readonly ticks: number;
  readonly tickMs: number;
}

/** CPU throttle, ticks and wheel steps (each way): slow enough that everyone draws every one. */
interface Setting {
  readonly throttle: number;
  readonly quick: Pace;
  readonly slow: Pace;
  readonly steps: number;
  readonly stepMs: number;
}

const FULL: readonly Setting[] = [
  { throttle: 1, quick: { ticks: 16, tickMs: 30 }, slow: { ticks: 8, tickMs: 90 }, steps: 3, stepMs: 120 },
  { throttle: 6, quick: { ticks: 8, tickMs: 60 }, slow: { ticks: 6, tickMs: 200 }, steps: 3, stepMs: 200 },
];
/** The wheel under throttle only: it is there that it can be felt. */
const SHORT: readonly Setting[] = [
  { throttle: 1, quick: { ticks: 8, tickMs: 20 }, slow: { ticks: 3, tickMs: 60 }, steps: 0, stepMs: 0 },
  { throttle: 6, quick: { ticks: 5, tickMs: 50 }, slow: { ticks: 2, tickMs: 120 }, steps: 2, stepMs: 150 },
];

const ROUNDS = 5;

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const { competitors, browserMs, close } = await openCompetition(PAGES);
  try {
    const named = (name: string): Competitor => competitors.find((each) => each.name === name)!;
    for (const each of competitors) await warmUp(each);
    const rows: Row[] = [];
    for (const { throttle, quick, slow, steps, stepMs } of short ? SHORT : FULL) {
      const whole: Record<string, number[]> = Object.fromEntries(Object.keys(PAGES).map((name) => [name, []]));
      const update = await playRounds(ROUNDS, Object.keys(PAGES), async (name) => {
        const { ticks, tickMs } = QUICK.includes(name) ? quick : slow;
        const before = await browserMs();
        const ms = await mainThreadMs(named(name), throttle, () => runTicks(named(name), ticks, tickMs));
        whole[name]?.push(((await browserMs()) - before) / ticks);
        return ms / ticks;
      });
      const scroll = await playRounds(steps > 0 ? ROUNDS : 0, SCROLLERS, async (name) => {
        const ms = await mainThreadMs(named(name), throttle, () => wheelThereAndBack(named(name), steps, stepMs));
        return ms / (2 * steps);
      });
      rows.push(...rowsOf(throttle, update, scroll));
      // A throttled thread spins: only unthrottled, CPU time of other threads means something.
      if (throttle === 1)
        for (const name of Object.keys(PAGES).slice(1))
          rows.push(note(question, `update, 1x, net, whole browser: ${name}`, netMs(whole, name), "ms"));
    }
    for (const each of competitors) await assertShown(each);
    return [...rows, ...(await watchListRows(question, short))];
  } finally {
    await close();
  }
}

/** Compiles what will be timed, and shows that every tick and every wheel step reaches the screen. */
async function warmUp(competitor: Competitor): Promise<void> {
  await runTicks(competitor, 8, 30);
  await assertShown(competitor);
  await wheelThereAndBack(competitor, 2, 60);
  await assertShown(competitor);
}

async function wheelThereAndBack({ page }: Competitor, steps: number, stepMs: number): Promise<void> {
  await page.mouse.move(683, 400);
  for (let i = 0; i < 2 * steps; i++) {
    await page.mouse.wheel(0, i < steps ? WHEEL_PX : -WHEEL_PX);
    await page.waitForTimeout(stepMs);
  }
}

function rowsOf(throttle: number, update: Times, scroll: Times): Row[] {
  const at = `${throttle}x`;
  const peers = Object.keys(PAGES).slice(2);
  const isScrolled = scroll["product"]!.length > 0;
  return [
    ...peers.map((peer) => row(question, `update, ${at} / ${peer}`, netRatio(update, "product", peer))),
    ...(isScrolled ? [row(question, `wheel step, ${at} / AG Grid`, netRatio(scroll, "product", "AG Grid"))] : []),
    ...["product", ...peers].map((name) => note(question, `update, ${at}, net: ${name}`, netMs(update, name), "ms")),
    ...(isScrolled ? ["product", "AG Grid"] : []).map((name) =>
      note(question, `wheel step, ${at}, net: ${name}`, netMs(scroll, name), "ms"),
    ),
  ];
}
