/**
 * What does a live chart cost the main thread, beside the charts a team would otherwise take? 62 lines of 376 points,
 * the last point moves with every tick, a minute comes in with every fourth. Net of a page that draws nothing.
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

const PAGES = {
  idle: "charts/idle.ts",
  product: "charts/product.tsx",
  "lightweight-charts": "peers/charts/lightweight-charts.js",
  ECharts: "peers/charts/echarts.js",
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
  const { competitors, close } = await openCompetition(PAGES);
  try {
    const named = (name: string): Competitor => competitors.find((each) => each.name === name)!;
    for (const each of competitors) {
      await runTicks(each, 8, 40);
      await assertShown(each);
      if (each.name !== "idle") await assertRepaints(each);
    }
    const rows: Row[] = [];
    for (const { throttle, ticks, tickMs } of short ? SHORT : FULL) {
      const times = await playRounds(ROUNDS, Object.keys(PAGES), async (name) => {
        const ms = await mainThreadMs(named(name), throttle, () => runTicks(named(name), ticks, tickMs));
        return ms / ticks;
      });
      rows.push(...rowsOf(throttle, times));
    }
    for (const each of competitors) await assertShown(each);
    return rows;
  } finally {
    await close();
  }
}

function rowsOf(throttle: number, times: Times): Row[] {
  const [, product, ...peers] = Object.keys(PAGES) as [string, string, ...string[]];
  return [
    ...peers.map((peer) => row(question, `live point, ${throttle}x / ${peer}`, netRatio(times, product, peer))),
    ...[product, ...peers].map((name) =>
      note(question, `live point, ${throttle}x, net: ${name}`, netMs(times, name), "ms"),
    ),
  ];
}
