/**
 * Volatility and exposure on two recorded days, where they are at hand (MARKET_DATA names their folder): smiles, the term
 * structure, exposures and the zero of net gamma that the screens' derivations make of the imported days equal what a plain
 * script recomputes from the raw files, priced on the spot and in forward mode.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate, minute } from "#contract/domain/units.ts";
import type { Derivation } from "#contract/worker/derivation.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { loadQuantModule } from "../assembly/load.mjs";
import { derivation as exposure } from "../web/screens/exposure/derive.ts";
import type { Snapshot as ExposureSnapshot } from "../web/screens/exposure/snapshot.ts";
import { derivation as volatility } from "../web/screens/volatility/derive.ts";
import { loadRoomDay } from "./market/archive/blob-codec.ts";
import { recordedArchive } from "./testing/market/recorded-archive.ts";
import { EXPIRY_DAY, recordingsFolder, SITE_CHAIN } from "./testing/market/recordings.ts";
import { minuteAt } from "./testing/recompute/chain-figures.ts";
import { unlessMissing } from "./testing/skips.ts";

const SCRIPT = fileURLToPath(new URL("./testing/recompute/volatility.mjs", import.meta.url));
const kernel = createKernel(loadQuantModule());

interface PlainOption {
  readonly strike: number;
  readonly type: "CE" | "PE";
  readonly oi: number;
  readonly gamma: number;
  readonly delta: number;
  readonly vega: number;
}
interface Plain {
  readonly expiries: readonly {
    readonly expiry: string;
    readonly reference: number | null;
    readonly atmIv: number | null;
    readonly smile?: readonly (readonly [strike: number, iv: number | null])[];
    readonly options: readonly PlainOption[];
  }[];
  readonly all: {
    readonly zero: number | null;
    readonly netGamma: readonly (readonly [factor: number, rupees: number])[];
  };
}

const recomputed = (path: string, at: string, mode: "spot" | "forward"): Plain =>
  JSON.parse(execFileSync(process.execPath, [SCRIPT, path, at, mode], { encoding: "utf8", maxBuffer: 1e8 }));

interface Look {
  readonly days: ReadonlyMap<string, RoomDay>;
  readonly expiries: readonly IsoDate[];
  readonly expiry: IsoDate;
  readonly at: string;
  readonly forward: boolean;
}

function show<Params, Snapshot, Scratch>(
  derivation: Derivation<Params, Snapshot, Kernel, Scratch>,
  params: Params,
  { days, expiries, expiry, at, forward }: Look,
): Snapshot {
  const market = makeMarket(undefined, {
    room(name) {
      const day = days.get(name);
      return day && marketRoom(day);
    },
  });
  const pane = makePane({ expiry, expiries, pricing: { forward, untraded: false } });
  const [any] = days.values();
  const clock = { mode: "replay", date: any?.date ?? expiry, minute: minute(minuteAt(at)), speed: 1 } as const;
  const snapshot = derivation.derive({ market, pane, clock, params, kernel }, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return snapshot;
}

const orNull = (iv: number): number | null => (Number.isNaN(iv) ? null : iv);
/** Both round to two decimals, one of them what the specification's own iteration ends at. */
const closeTo = (iv: number | null | undefined) => (iv === null ? null : expect.closeTo(iv ?? Number.NaN, 1.5));

function expectExposures(plain: Plain, shown: ExposureSnapshot): void {
  const options = plain.expiries.flatMap((one) => one.options);
  const size = (figure: "gamma" | "delta" | "vega") => options.reduce((sum, one) => sum + Math.abs(one[figure]), 0);
  for (const figure of ["gamma", "delta", "vega"] as const) {
    const total = options.reduce((sum, one) => sum + one[figure], 0);
    expect(Math.abs(shown.totals[figure] - total) / size(figure), figure).toBeLessThan(1e-6);
    const byStrike = new Map<string, number>();
    for (const one of options) {
      const key = `${one.strike}${one.type}`;
      byStrike.set(key, (byStrike.get(key) ?? 0) + one[figure]);
    }
    shown.strikes.forEach((strike, i) => {
      const { ce, pe } = shown.bars[figure];
      for (const [type, column] of [
        ["CE", ce],
        ["PE", pe],
      ] as const) {
        const expected = byStrike.get(`${strike}${type}`) ?? 0;
        expect(Math.abs((column[i] ?? 0) - expected) / size(figure), `${figure} ${strike} ${type}`).toBeLessThan(1e-6);
      }
    });
  }
  const { spots, gamma } = shown.curve;
  for (const [factor, rupees] of plain.all.netGamma) {
    const after = spots.findIndex((spot) => spot >= factor * shown.spot.spot);
    const [low = 0, high = 0] = [spots[after - 1], spots[after]];
    const share = (factor * shown.spot.spot - low) / (high - low);
    const between = (gamma[after - 1] ?? 0) * (1 - share) + (gamma[after] ?? 0) * share;
    expect(Math.abs(between - rupees) / size("gamma"), `net gamma at ${factor}`).toBeLessThan(0.01);
  }
  const { zero } = plain.all;
  if (zero === null) expect(shown.zero).toBeNaN();
  else expect(shown.zero / shown.spot.spot).toBeCloseTo(zero, 7);
}

unlessMissing(
  "Volatility and exposure of recorded days",
  recordingsFolder(),
  "a folder of recorded chains",
  (folder) => {
    const loaded = recordedArchive([join(folder, EXPIRY_DAY), join(folder, SITE_CHAIN)]);

    it.each([
      ["18 August 2026, on the spot", EXPIRY_DAY, "2026-08-18", "13:00", "spot"],
      ["18 August 2026, in forward mode", EXPIRY_DAY, "2026-08-18", "13:00", "forward"],
      ["29 August 2025, no spot recorded", SITE_CHAIN, "2025-08-29", "12:46", "spot"],
      ["29 August 2025, in forward mode", SITE_CHAIN, "2025-08-29", "12:46", "forward"],
    ] as const)("%s", { timeout: 120_000 }, async (_words, file, date, at, mode) => {
      const archive = await loaded;
      const plain = recomputed(join(folder, file), at, mode);
      const expiries = plain.expiries.map(({ expiry }) => isoDate(expiry));
      const days = new Map<string, RoomDay>();
      for (const expiry of expiries) {
        const room = roomName("NIFTY", expiry);
        const stored = await archive.read({ source: "import", date: isoDate(date), room });
        if (stored) days.set(room, await loadRoomDay(stored));
      }
      expect(days.size).toBe(expiries.length);
      let ivs = 0;
      for (const [i, expiry] of expiries.entries()) {
        const look = { days, expiries, expiry, at, forward: mode === "forward" };
        const own = plain.expiries[i];
        const { smile, terms, reference } = show(volatility, { minute: "off", range: 100, window: 30 }, look);
        expect([expiry, orNull(reference)]).toEqual([
          expiry,
          own?.reference === null ? null : expect.closeTo(own?.reference ?? 0, 2),
        ]);
        for (const [strike, iv] of own?.smile ?? []) {
          const place = smile.strikes.indexOf(strike);
          expect([expiry, strike, orNull(smile.now[place] ?? Number.NaN)]).toEqual([expiry, strike, closeTo(iv)]);
          if (iv !== null) ivs++;
        }
        expect([expiry, orNull(terms.now[i] ?? Number.NaN)]).toEqual([expiry, closeTo(own?.atmIv ?? null)]);
      }
      expect(ivs).toBeGreaterThan(200);
      const [nearest] = expiries;
      if (!nearest) throw new Error("no expiry");
      const look = { days, expiries, expiry: nearest, at, forward: mode === "forward" };
      expectExposures(plain, show(exposure, { scope: "all", positive: "calls", range: 100 }, look));
    });
  },
);
