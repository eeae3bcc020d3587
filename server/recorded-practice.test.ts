import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CE, PE, roomName } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate, minute, qty, scaledPrice } from "#contract/domain/units.ts";
import { type ReplayOrder, replayed } from "#market/matching/replay.ts";
import { recordedLines } from "../web/testing/recorded-lines.ts";
import { loadRoomDay } from "./market/archive/blob-codec.ts";
import { recordedArchive } from "./testing/market/recorded-archive.ts";
import { recordingsFolder, SITE_CHAIN } from "./testing/market/recordings.ts";
import { unlessMissing } from "./testing/skips.ts";

const DATE = isoDate("2025-08-29");
const EXPIRY = isoDate("2025-09-02");
const LOT = 75;
const STRIKES = [24_250, 24_350, 24_550, 24_750, 24_850];
const [FIRST, LAST] = [570, 928];

/** Of a contract at a minute of the file: [price, size] of the side that an order takes. */
type Shown = (
  strike: number,
  type: "CE" | "PE",
  side: "buy" | "sell",
  at: number,
) => readonly [number, number] | undefined;

function rawQuotes(): Shown {
  const quotes = new Map<string, readonly [number, number]>();
  for (const line of recordedLines(`options_intraday/${SITE_CHAIN}`)) {
    if (line["Expiry_Date"] !== EXPIRY) continue;
    const time = line["collection_timestamp"] ?? "";
    const at = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
    for (const [type, name] of [
      ["CE", "CALLS"],
      ["PE", "PUTS"],
    ] as const)
      for (const [side, quote] of [
        ["buy", "Ask"],
        ["sell", "Bid"],
      ] as const)
        quotes.set(`${line["Strike_Price"]} ${type} ${side} ${at}`, [
          Number(line[`${name}_${quote}_Price`]),
          Number(line[`${name}_${quote}_Qty`]),
        ]);
  }
  return (strike, type, side, at) => quotes.get(`${strike} ${type} ${side} ${at}`);
}

unlessMissing("Practice on 29 August 2025", recordingsFolder(), "a folder of recorded chains", (folder) => {
  it("never has more than was shown, nor at another price", { timeout: 120_000 }, async () => {
    const archive = await recordedArchive([join(folder, SITE_CHAIN)]);
    const blob = await archive.read({ source: "import", date: DATE, room: roomName("NIFTY", EXPIRY) });
    if (!blob) throw new Error("the day has no such room");
    const day = await loadRoomDay(blob);
    const shown = rawQuotes();
    const rowOf = (strike: number, type: "CE" | "PE"): number =>
      day.tokens.strike.findIndex(
        (one, row) => one === strike * 100 && day.tokens.type[row] === (type === "CE" ? CE : PE),
      );
    const order = (id: string, strike: number, type: "CE" | "PE", fields: Partial<ReplayOrder>): ReplayOrder => ({
      id,
      row: rowOf(strike, type),
      side: "sell",
      quantity: qty(LOT),
      placed: minute(585),
      limit: scaledPrice(ABSENT),
      cancelled: undefined,
      ...fields,
    });

    const priceOf = (orders: readonly ReplayOrder[]) =>
      replayed(day, orders, minute(585)).fills.map(({ price }) => price / 100);
    expect(priceOf([order("c", 24_550, "CE", {}), order("p", 24_550, "PE", {})])).toEqual([98.8, 103]);
    const [boughtPut, soldPut, soldCall, boughtCall] = priceOf([
      order("1", 24_250, "PE", { side: "buy" }),
      order("2", 24_350, "PE", {}),
      order("3", 24_750, "CE", {}),
      order("4", 24_850, "CE", { side: "buy" }),
    ]) as [number, number, number, number];
    expect(soldPut + soldCall - boughtPut - boughtCall).toBeCloseTo(29.6, 9);

    const anyOrder = fc.record({
      strike: fc.constantFrom(...STRIKES),
      type: fc.constantFrom("CE" as const, "PE" as const),
      side: fc.constantFrom("buy" as const, "sell" as const),
      lots: fc.integer({ min: 1, max: 60 }),
      placed: fc.integer({ min: FIRST, max: LAST }),
      limit: fc.option(fc.integer({ min: 1, max: 6000 }).map((ticks) => ticks * 5)),
    });
    fc.assert(
      fc.property(fc.array(anyOrder, { minLength: 1, maxLength: 12 }), (wishes) => {
        const orders = wishes.map(({ strike, type, side, lots, placed, limit }, i) =>
          order(String(i), strike, type, {
            side,
            quantity: qty(lots * LOT),
            placed: minute(placed),
            limit: scaledPrice(limit ?? ABSENT),
          }),
        );
        const { fills } = replayed(day, orders, minute(LAST));
        const wrong: string[] = [];
        for (const side of ["buy", "sell"] as const)
          for (const { strike, type } of wishes) {
            const own = fills.filter((fill) => fill.side === side && fill.contract === String(rowOf(strike, type)));
            if (own.length === 0) continue;
            let [taken, last] = [0, ""];
            for (let at = FIRST; at <= LAST; at++) {
              const quote = shown(strike, type, side, at);
              const now = own.filter((fill) => fill.minute === at);
              // A quote that stands is one quote, however often it was seen.
              if (quote && String(quote) !== last) [taken, last] = [0, String(quote)];
              taken += now.reduce((sum, { quantity }) => sum + quantity, 0);
              const isRight = now.every(({ price }) => quote && price === Math.round(quote[0] * 100));
              if (!isRight || (quote && taken > quote[1])) wrong.push(`${side} ${strike} ${type} at ${at}`);
            }
          }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
