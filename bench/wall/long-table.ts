/** The longest table over time, alone on the screen: PE-CE Difference in rows of three minutes, at the end of a day. */
import type { PaneElement } from "../../web/state/pane/pane.ts";
import type { BenchedProduct } from "../browser/built-product.ts";
import { logPaintings } from "../browser/paint-log.ts";
import { note, type Row, row } from "../report.ts";
import { look } from "./look.ts";

const ROWS = 129;
const THROTTLE = 6;
const SETTLE_MS = 3000;

/** @param bench whose build it is. The minute that completes the rows is in progress, and goes on ticking for two more. */
export async function longTableRows(question: string, bench: BenchedProduct, short: boolean): Promise<Row[]> {
  const late = await bench.again({ SIM_START: "2026-11-20T15:37", SIM_SEED: "7", SIM_SYMBOLS: "indices" });
  try {
    const opened = await late.open("/ce-pe-difference", { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } });
    const { page, throttle } = opened;
    await page.waitForFunction(
      (rows) => {
        const pane = document.querySelector<PaneElement>("section[data-pane]");
        const { snapshot } = (pane?.paneHandle?.state() ?? {}) as { snapshot?: { rows: number } };
        return snapshot?.rows === rows;
      },
      ROWS,
      { timeout: 60_000 },
    );
    await logPaintings(page);
    await throttle(THROTTLE);
    await page.waitForTimeout(SETTLE_MS);
    const { busy, longTasks, longest, p95, paintings, seconds } = await look(opened, short ? 5000 : 30_000);
    const name = `PE-CE table of ${ROWS} rows`;
    return [
      row(question, `${name}: main thread busy, 6x throttle`, busy),
      row(question, `${name}: tasks over 50 ms of CPU, 6x throttle`, longTasks),
      row(question, `${name}: p95 tick to paint, 6x throttle`, p95),
      note(question, `${name}: longest task`, longest, "ms"),
      note(question, `${name}: snapshots painted a second`, paintings.length / seconds, "1/s"),
    ];
  } finally {
    await late.close();
  }
}
