/**
 * What does a live chart cost the main thread, beside the charts a team would otherwise take? 62 lines of prices, and 30 of
 * IV, of 376 points: the last point moves with every tick, a minute comes in with every fourth. Net of a page that draws nothing.
 */
import {
  assertRepaints,
  assertShown,
  type Competitor,
  mainThreadMs,
  openCompetition,
  runTicks,
} from "../browser/competition.ts";
import { netMs, netRatio, playRounds, type Times } from "../browser/rounds.ts";
import { note, type Row, row } from "../report.ts";

export const question = "charts";
export const needsPeers = true;

const IDLE = "charts/idle.ts";
const PRODUCT = "charts/product.tsx";
const LIGHTWEIGHT = "peers/charts/lightweight-charts.js";
const PRICES = {
  idle: IDLE,
  product: PRODUCT,
  "lightweight-charts": LIGHTWEIGHT,
  ECharts: "peers/charts/echarts.js",
} as const;
/** The same pages, which see by their names what they are to draw (live-lines.ts). */
const IVS = {
  "iv-idle": IDLE,
  "iv-product": PRODUCT,
  "iv-lightweight-charts": LIGHTWEIGHT,
} as const;

interface Setting {
  readonly throttle: number;
  readonly ticks: number;
  readonly tickMs: number;
}
/** Ticks are whole minutes of four. All of them draw in the next frame, which the page waits for. */
const FULL: readonly Setting[] = [
  { throttle: 1, ticks: 16, tickMs: 40 },
  { throttle: 6, ticks: 8, tickMs: 80 },
];
const SHORT: readonly Setting[] = [
  { throttle: 1, ticks: 8, tickMs: 25 },
  { throttle: 6, ticks: 4, tickMs: 50 },
];

const ROUNDS = 5;

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const { competitors, close } = await openCompetition({ ...PRICES, ...IVS });
  try {
    const named = (name: string): Competitor => competitors.find((each) => each.name === name)!;
    for (const each of competitors) {
      await runTicks(each, 8, 40);
      await assertShown(each);
      if (!each.name.endsWith("idle")) await assertRepaints(each);
    }
    const rows: Row[] = [];
    for (const { throttle, ticks, tickMs } of short ? SHORT : FULL)
      for (const [what, pages] of [
        ["live point", PRICES],
        ["30 IV lines", IVS],
      ] as const) {
        const names = Object.keys(pages);
        const times = await playRounds(ROUNDS, names, async (name) => {
          const ms = await mainThreadMs(named(name), throttle, () => runTicks(named(name), ticks, tickMs));
          return ms / ticks;
        });
        rows.push(...rowsOf(`${what}, ${throttle}x`, names, times));
      }
    for (const each of competitors) await assertShown(each);
    return rows;
  } finally {
    await close();
  }
}

function rowsOf(what: string, names: readonly string[], times: Times): Row[] {
  const [idle = "", product = "", ...peers] = names;
  const shown = (name: string): string => name.replace(/^iv-/, "");
  return [
    ...peers.map((peer) => row(question, `${what} / ${shown(peer)}`, netRatio(times, product, peer, idle))),
    ...[product, ...peers].map((name) =>
      note(question, `${what}, net: ${shown(name)}`, netMs(times, name, idle), "ms"),
    ),
  ];
}
