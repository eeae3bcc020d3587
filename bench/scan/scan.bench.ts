/**
 * How fast is a scan of every contract of the simulated exchange, and how long does it hold the server's event loop? The
 * peer does it plainly: an object for each contract, made of the last values, and the formula walked as a tree.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isoDate } from "#contract/domain/units.ts";
import { createSimulatedFeed } from "../../server/feeds/simulated/simulated-feed.ts";
import type { TradingDay } from "../../server/market/feed.ts";
import { createScanner } from "../../server/market/scan/scanner.ts";
import { systemClock } from "../../server/platform/clocks.ts";
import { median, note, type Row, row } from "../report.ts";
import { makeContracts, plainScan, spotsOf } from "./plain-objects.ts";

export const question = "scan";

/** A condition of each kind, several of them, and one that nothing passes. */
const FORMULAS = [
  "LTP > Vwap",
  "OI Chg% > 5 and Net Chg% < -1 and Volume > 0.5 * Prev Vol and LTP < Vwap",
  "Open = High and LTP < Open",
  "abs(Strike - Spot) / Spot < 0.01 and (Bid > 0 or Ask > 0)",
  "if(Strike > Spot, LTP, max(0, Spot - Strike)) > 0.02 * Spot",
  "Carry% > 9",
  "LTP < 0",
] as const;
const HEAVY = FORMULAS[1];

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const { day, stop } = await openMarket();
  try {
    const spots = spotsOf(day.rooms);
    const time = { source: "sim", date: day.date, minute: 560, rate: 1, wall: 0 } as const;
    const closedMinute = () => time.minute - 1;
    const market = { rooms: () => day.rooms, spots: () => spots, futures: () => ({}), time: () => time, closedMinute };
    const ask = (formula: string) => createScanner(market)({ exchange: "NSE", kind: "all", formula });
    for (const formula of FORMULAS) {
      const plain = plainScan(makeContracts(day.rooms, spots), formula);
      const found = await ask(formula);
      const named = new Set(found?.found.token);
      const isSame =
        found?.matches === plain.length &&
        named.size === Math.min(plain.length, 500) &&
        plain.filter((one) => named.has(one.token)).length === named.size;
      if (!isSame) throw new Error(`${formula}: the scan finds ${found?.matches}, a plain script ${plain.length}`);
    }

    const kept = makeContracts(day.rooms, spots);
    const ours: number[] = [];
    const objects: number[] = [];
    const keptObjects: number[] = [];
    const held: number[] = [];
    const delay = monitorEventLoopDelay({ resolution: 1 });
    for (let round = 0; round < (short ? 31 : 101); round++) {
      delay.reset();
      delay.enable();
      let began = performance.now();
      await ask(HEAVY);
      ours.push(performance.now() - began);
      delay.disable();
      held.push(delay.max / 1e6);
      began = performance.now();
      plainScan(makeContracts(day.rooms, spots), HEAVY);
      objects.push(performance.now() - began);
      began = performance.now();
      plainScan(kept, HEAVY);
      keptObjects.push(performance.now() - began);
    }
    const warm = Math.floor(ours.length / 5);
    const rest = <T>(times: readonly T[]): readonly T[] => times.slice(warm);
    const ratio = (peer: readonly number[]): number => median(rest(peer.map((time, i) => time / (ours[i] ?? 1))));
    return [
      row(question, "scan of the simulated exchange / objects in JS", ratio(objects)),
      row(question, "event loop held by a scan, longest", Math.max(...rest(held))),
      note(question, "scan of the simulated exchange / objects in JS that are there already", ratio(keptObjects), "x"),
      note(question, "scan of the simulated exchange", median(rest(ours)), "ms"),
      note(question, "contracts", kept.length, ""),
    ];
  } finally {
    await stop();
  }
}

/** The whole simulated exchange, a few minutes after its open. */
async function openMarket(): Promise<{ readonly day: TradingDay; stop(): Promise<void> }> {
  const start = { date: isoDate("2026-11-20"), minute: 560 };
  const feed = createSimulatedFeed({ clock: systemClock, seed: 7, start: start as never });
  let day: TradingDay | undefined;
  const nothing = (): void => undefined;
  const quiet = { changed: nothing, extended: nothing, learned: nothing, made: nothing };
  const sink = { ...quiet, clockChanged: nothing, health: nothing };
  await feed.start({
    ...sink,
    open: (opened) => {
      day = opened;
    },
  });
  const opened = day as TradingDay | undefined;
  if (opened === undefined) throw new Error("the simulated exchange opened no day");
  for (const { room } of opened.rooms) feed.make?.(room);
  await feed.stop();
  return { day: opened, stop: async () => undefined };
}
