/**
 * Lines through a recorded day, where it is at hand (MARKET_DATA names its folder): what the screens' derivations make of
 * the imported day equals, minute by minute, what a plain script recomputes from the raw file.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { loadQuantModule } from "../assembly/load.mjs";
import { derivation } from "../web/screens/pcr/derive.ts";
import type { Params, Snapshot } from "../web/screens/pcr/snapshot.ts";
import { loadRoomDay } from "./market/archive/blob-codec.ts";
import { recordedArchive } from "./testing/market/recorded-archive.ts";
import { EXPIRY_DAY, recordingsFolder } from "./testing/market/recordings.ts";
import { minuteAt } from "./testing/recompute/chain-figures.ts";
import { unlessMissing } from "./testing/skips.ts";

const SCRIPT = fileURLToPath(new URL("./testing/recompute/series.mjs", import.meta.url));
const EXPIRY = isoDate("2026-08-18");
const kernel = createKernel(loadQuantModule());

type Figures = Readonly<Record<string, { readonly pcr: number; readonly ema: number; readonly spot: number }>>;

function recomputed(file: string, low: number, high: number): Figures {
  const args = [SCRIPT, file, EXPIRY, low, high, 10].map(String);
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

function snapshotAt(day: RoomDay, at: number, choice: Params["choice"]): Snapshot {
  const room = marketRoom(day);
  const market = makeMarket(room);
  const clock = { mode: "replay", date: day.date, minute: minute(at), speed: 1 } as const;
  const pane = makePane({ expiry: EXPIRY });
  const params: Params = { type: "pcr", choice, period: 10 };
  const snapshot = derivation.derive({ market, pane, clock, params, kernel }, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return snapshot;
}

unlessMissing("PCR through the recorded expiry day", recordingsFolder(), "a folder of recorded chains", (folder) => {
  const file = join(folder, EXPIRY_DAY);
  const loaded = recordedArchive([file]);
  const dayOf = async (): Promise<RoomDay> => {
    const archive = await loaded;
    const stored = await archive.read({ source: "import", date: EXPIRY, room: roomName("NIFTY", EXPIRY) });
    if (!stored) throw new Error("the day is not archived");
    return loadRoomDay(stored);
  };

  it.each([
    ["all strikes", { kind: "all" }, 0, 1e6, [0.6245, 0.622]],
    ["24,200 and two each side", { kind: "around", centre: 24_200, each: 2 }, 24_100, 24_300, [0.731, 0.725]],
  ] as const)("%s", { timeout: 60_000 }, async (_words, choice, low, high, [pcrAt1320, emaAt1320]) => {
    const day = await dayOf();
    const truth = recomputed(file, low, high);
    expect(truth["13:20"]?.pcr).toBeCloseTo(pcrAt1320, 4);
    expect(truth["13:20"]?.ema).toBeCloseTo(emaAt1320, 4);
    const { lines } = snapshotAt(day, 930, choice).series;
    let compared = 0;
    for (const [at, figures] of Object.entries(truth)) {
      const slot = minuteAt(at) - day.open;
      expect([at, lines.pcr[slot]]).toEqual([at, expect.closeTo(figures.pcr, 9)]);
      expect([at, lines.ema[slot]]).toEqual([at, expect.closeTo(figures.ema, 9)]);
      expect([at, lines.spot[slot]]).toEqual([at, expect.closeTo(figures.spot, 9)]);
      compared++;
    }
    expect(compared).toBe(288);
    // What the replay stands at is the end of the lines.
    const part = snapshotAt(day, 800, choice).series.lines.pcr;
    expect([part.length, minuteLabel(minute(day.open + part.length - 1))]).toEqual([246, "13:20"]);
  });
});
