/** The watch list beside AG Grid: a tick of 208 rows x 24 columns that are kept in order. */
import { assertShown, mainThreadMs, openCompetition, runTicks } from "../browser/competition.ts";
import { netMs, netRatio, playRounds } from "../browser/rounds.ts";
import { note, type Row, row } from "../report.ts";

const PAGES = {
  idle: "grid/watch-idle.ts",
  product: "grid/watch-product.tsx",
  "AG Grid": "peers/grid/watch-ag-grid.js",
} as const;

interface Pace {
  readonly ticks: number;
  readonly tickMs: number;
}

/** Slow enough that everyone draws every tick. */
const PACES: readonly { readonly throttle: number; readonly quick: Pace; readonly slow: Pace }[] = [
  { throttle: 1, quick: { ticks: 12, tickMs: 40 }, slow: { ticks: 6, tickMs: 120 } },
  { throttle: 6, quick: { ticks: 6, tickMs: 100 }, slow: { ticks: 4, tickMs: 300 } },
];
const ROUNDS = 5;

export async function watchListRows(question: string, short: boolean): Promise<Row[]> {
  const { competitors, close } = await openCompetition(PAGES);
  const named = (name: string) => competitors.find((each) => each.name === name)!;
  try {
    for (const each of competitors) {
      await runTicks(each, 8, 60);
      await assertShown(each);
    }
    const rows: Row[] = [];
    for (const { throttle, quick, slow } of PACES) {
      const times = await playRounds(short ? 3 : ROUNDS, Object.keys(PAGES), async (name) => {
        const { ticks, tickMs } = name === "AG Grid" ? slow : quick;
        return (await mainThreadMs(named(name), throttle, () => runTicks(named(name), ticks, tickMs))) / ticks;
      });
      rows.push(row(question, `watch list 208 x 24, ${throttle}x / AG Grid`, netRatio(times, "product", "AG Grid")));
      for (const name of ["product", "AG Grid"])
        rows.push(note(question, `watch list 208 x 24, ${throttle}x, net: ${name}`, netMs(times, name), "ms"));
    }
    for (const each of competitors) await assertShown(each);
    return rows;
  } finally {
    await close();
  }
}
