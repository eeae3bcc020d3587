/** The whole browser's CPU for a tab of the wall beside a page of AG Grid and ECharts that is handed the same figures. */
import type { BenchedPage, BenchedProduct } from "../browser/built-product.ts";
import { openCompetition, runTicks } from "../browser/competition.ts";
import { note, type Row, row } from "../report.ts";
import { recordTape, type Tape } from "./tape.ts";

declare global {
  var playTape: ((tape: Tape) => void) | undefined;
}

const PEER = "AG Grid + ECharts";
/** Of the feed. */
const TICK_MS = 500;
const WARM_UP_TICKS = 6;

/** The page of the product is closed before that of the peers is opened. */
export async function peerRows(
  question: string,
  bench: BenchedProduct,
  { page }: BenchedPage,
  ms: number,
): Promise<Row[]> {
  const ours = await shareOfCore(bench.browserMs, () => page.waitForTimeout(ms));
  const ticks = Math.round(ms / TICK_MS);
  const tape = await recordTape(page, ticks, TICK_MS);
  await page.context().close(); // it would take the peer's time
  const { competitors, browserMs, close } = await openCompetition({ [PEER]: "peers/wall/ag-grid-echarts.js" });
  try {
    const [peer] = competitors;
    if (!peer) throw new Error("the page of the peers was not opened");
    await peer.page.evaluate((figures) => globalThis.playTape?.(figures), tape);
    await runTicks(peer, WARM_UP_TICKS, TICK_MS);
    const theirs = await shareOfCore(browserMs, () => runTicks(peer, ticks, TICK_MS));
    return [
      row(question, `CPU of the whole browser, 1x / ${PEER}`, ours / theirs),
      note(question, "CPU of the whole browser, 1x: product", ours, "cores"),
      note(question, `CPU of the whole browser, 1x: ${PEER}`, theirs, "cores"),
      note(question, "tables and charts compared", tape.tables.length + tape.charts.length, ""),
      note(
        question,
        "words compared that change",
        tape.words.filter(({ ticks }) => new Set(ticks).size > 1).length,
        "",
      ),
    ];
  } finally {
    await close();
  }
}

async function shareOfCore(spentMs: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const [before, began] = [await spentMs(), performance.now()];
  await work();
  return ((await spentMs()) - before) / (performance.now() - began);
}
