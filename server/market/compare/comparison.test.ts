/**
 * The simulated exchange beside the recorded days, where they are at hand: it lies among them as often as they do among
 * themselves. Facts whose median is known to lie outside are named with the reason. Two seeds, for speed: the command
 * looks at six.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { RECORDED_DAYS, recordingsFolder } from "../../testing/recordings.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { compare } from "./compare.ts";
import { daysOfFiles } from "./recorded-days.ts";

const SPOT = "nifty_spot_1min_2024-05_2024-07.csv.gz";
const STOCKS = "2026-01-21";
const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

/** Kind of room, then the facts' names. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {};

unlessMissing("the simulated exchange", recordingsFolder(), "the recorded market data (MARKET_DATA)", (folder) => {
  it("lies among the recorded days", { timeout: 240_000 }, async () => {
    const spot = join(dirname(folder), "daily", SPOT);
    const chains = RECORDED_DAYS.filter(({ date }) => date !== STOCKS).map(({ file }) => join(folder, file));
    const files = [...chains, ...(existsSync(spot) ? [spot] : [])];
    const { facts, families, rooms, unlisted, refused } = await compare(await daysOfFiles(files, quiet), {
      seed: 1,
      days: 2,
    });
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
