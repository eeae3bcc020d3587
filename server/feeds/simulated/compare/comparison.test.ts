/**
 * The simulated exchange beside the recorded days, where they are at hand: it lies among them as often as they do among
 * themselves. Facts whose median is known to lie outside are named with the reason. Two seeds, for speed: the command
 * looks at six.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { recordedArchive } from "../../../testing/market/recorded-archive.ts";
import { RECORDED_DAYS, recordingsFolder } from "../../../testing/market/recordings.ts";
import { unlessMissing } from "../../../testing/skips.ts";
import { compare } from "./compare.ts";
import { archivedDays, daysOfFiles, type Recorded } from "./recorded-days.ts";

const SPOT = "nifty_spot_1min_2024-05_2024-07.csv.gz";
const STOCKS = "2026-01-21";
/** The shortest recording, read from its file as the command reads those that are named; the others come out of an archive. */
const FROM_FILE = "2026-02-05";
const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

/** Kind of room, then the facts' names. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // The recorded days moved in a few jumps, so that an ordinary step is a smaller part of their standard deviation.
  "NIFTY, 1-6 days, every 5 min": ["activity: move of a last price, premium 20..50, ticks per bp of the forward's sd"],
  // The jumps of our last day's volatility move cheap contracts, too; recorded ones hardly stir.
  "NIFTY, expiry day, every 5 min": ["activity: move of a last price, premium 1..5, ticks per bp of the forward's sd"],
  "NIFTY, expiry day": ["volume: share at x 0..0.5, %"],
  // Thin: single strikes decide who trades where. Its quotes were narrower at 10 to 20 rupees than below and above.
  "NIFTY, 16-24 days": ["spreads: spread at a premium of 10..20, ticks", "volume: share at x 2..3, %"],
  // One recorded day each.
  "NIFTY, 25-45 days": ["spreads: best bid at a premium of 50..200, lots"],
  "NIFTY, 46-75 days": ["volume: share at x 0..0.5, %"],
  "MIDCPNIFTY, 1-6 days, every 5 min": ["open interest: contracts that a publication changes, %"],
  // Four days of one fortnight, with a sixth of the calls' OI at the one strike that the spot stood at. Their volume is that of
  // the rows after the close, which came later than the last minute.
  "BANKNIFTY, 16-38 days": [
    "volume: whole day as a multiple of OI",
    "open interest: calls: middle of OI above the forward, %",
    "activity: without a trade at the end, x below -4, %",
  ],
};

async function recorded(folder: string): Promise<Recorded> {
  const spot = join(dirname(folder), "daily", SPOT);
  const named = RECORDED_DAYS.filter(({ date }) => date === FROM_FILE).map(({ file }) => join(folder, file));
  const files = await daysOfFiles([...named, ...(existsSync(spot) ? [spot] : [])], quiet);
  const others = RECORDED_DAYS.filter(({ date }) => date !== FROM_FILE && date !== STOCKS);
  // The last first: another test imports them for both from the first on.
  const archive = await recordedArchive(others.map(({ file }) => join(folder, file)).reverse());
  async function* days() {
    yield* archivedDays(archive).days;
    yield* files.days;
  }
  return { ...files, days: days() };
}

unlessMissing("the simulated exchange", recordingsFolder(), "the recorded market data (MARKET_DATA)", (folder) => {
  it("lies among the recorded days", { timeout: 240_000 }, async () => {
    const { facts, families, rooms, unlisted, refused } = await compare(await recorded(folder), { seed: 1, days: 2 });
    expect({ refused, unlisted }).toEqual({ refused: [], unlisted: [] });
    expect(rooms).toHaveLength(27);
    expect(facts.length).toBeGreaterThan(750);
    expect(families.filter(({ isInside }) => !isInside)).toEqual([]);
    const outside = facts
      .filter(({ verdict }) => verdict !== "inside")
      .filter(({ kind, fact }) => KNOWN[kind]?.includes(`${fact.group}: ${fact.name}`) !== true)
      .map(({ kind, fact, recorded, simulated, band }) => {
        const lies = `${simulated.median} is not in ${band.low}..${band.high} (recorded ${recorded.median})`;
        return `${kind}: ${fact.group}: ${fact.name}: ${lies}`;
      });
    expect(outside).toEqual([]);
    const isOff = (kind: string, name: string) =>
      facts.some(
        (one) => one.kind === kind && `${one.fact.group}: ${one.fact.name}` === name && !(Math.abs(one.far) < 1),
      );
    // What is no longer off is no longer named.
    const mended = Object.entries(KNOWN).flatMap(([kind, names]) => names.filter((name) => !isOff(kind, name)));
    expect(mended).toEqual([]);
  });
});
