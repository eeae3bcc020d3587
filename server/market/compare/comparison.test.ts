/**
 * The simulated exchange beside the recorded days, where they are at hand: what lies among them stays there. Facts that
 * are known to lie outside are named with the reason. Two seeds, for speed: the command looks at six.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { EXPIRY_DAY, recordingsFolder, SITE_CHAIN } from "../../testing/recordings.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { compare } from "./compare.ts";
import { daysOfFiles } from "./recorded-days.ts";

const SPOT = "nifty_spot_1min_2024-05_2024-07.csv.gz";
const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

/** Kind of room, then the facts' names. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // One Friday in August 2025: its puts stood nearer to the spot than our expiry-to-expiry average has them.
  "NIFTY, 1-6 days": [
    "open interest: puts: middle of OI below the forward, %",
    "open interest: 90th percentile of it, %",
  ],
  // Thin: single contracts decide, and the two recorded days disagree about how many a publication changes.
  "NIFTY, 16-24 days": [
    "open interest: puts: quartiles of OI apart, %",
    "open interest: steps that publish, %",
    "activity: age of the last trade after 14:00, x 2..4, min",
  ],
  // One recorded day. Its strikes deep in the money are a few old round ones with narrow quotes and steady trade.
  "NIFTY, 25-45 days": [
    "spreads: spread in the money, x -6..-4, ticks",
    "open interest: puts: middle of OI below the forward, %",
    "open interest: calls: quartiles of OI apart, %",
    "activity: age of the last trade after 14:00, x -4..-2, min",
    "activity: age of the last trade after 14:00, x -2..-1, min",
    "activity: without a trade at the end, x below -4, %",
    "activity: without a trade at the end, x -2..-1, %",
  ],
  // One recorded day of 126 thousand contracts: ordinary strikes stay untouched while the liked ones trade often.
  "NIFTY, 46-75 days": [
    "spreads: spread at a premium of 10..20, ticks",
    "spreads: spread at a premium of 20..50, ticks",
    "open interest: 90th percentile of it, %",
    "volume: a minute 09:25-10:15 / 10:45-15:25",
    "volume: share at x 0..0.5, %",
    "volume: share at x 2..3, %",
    "activity: age of the last trade after 14:00, x -2..-1, min",
    "activity: age of the last trade after 14:00, x -1..0, min",
    "activity: contracts without a trade at the end, %",
    "activity: without a trade at the end, x above 0, %",
  ],
  // Deep in the money a recorded weekly leaves more strikes untouched; ours trade each round one once.
  "NIFTY, 7-15 days": [
    "activity: without a trade at the end, x -4..-2, %",
    "activity: without a trade at the end, x -2..-1, %",
  ],
  // OI unwinds over the day by contract more evenly than ours, which is laid anew around the close.
  "NIFTY, expiry day": [
    "open interest: puts: quartiles of OI apart, %",
    "open interest: size of a contract's change, % of its OI",
    "open interest: changes that are up, %",
    "volume: share at x below -0.5, %",
  ],
};

unlessMissing("the simulated exchange", recordingsFolder(), "the recorded market data (MARKET_DATA)", (folder) => {
  it("lies among the recorded days", { timeout: 240_000 }, async () => {
    const spot = join(dirname(folder), "daily", SPOT);
    const files = [join(folder, SITE_CHAIN), join(folder, EXPIRY_DAY), ...(existsSync(spot) ? [spot] : [])];
    const { facts, rooms, refused } = await compare(await daysOfFiles(files, quiet), { seed: 1, days: 2 });
    expect(refused).toEqual([]);
    expect(rooms).toHaveLength(9);
    expect(facts.length).toBeGreaterThan(400);
    const outside = facts
      .filter(({ verdict }) => verdict !== "inside")
      .filter(({ kind, fact }) => KNOWN[kind]?.includes(`${fact.group}: ${fact.name}`) !== true)
      .map(({ kind, fact, recorded, simulated, band }) => {
        const lies = `${simulated.median} is not in ${band.low}..${band.high} (recorded ${recorded.median})`;
        return `${kind}: ${fact.group}: ${fact.name}: ${lies}`;
      });
    expect(outside).toEqual([]);
  });
});
