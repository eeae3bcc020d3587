/** The reference rows of a data folder for a server that starts: what is damaged or disagrees is told, nothing stops. */

import { oneLine } from "../../platform/start-error.ts";
import type { Archive, DayManifest } from "../archive/archive.ts";
import { differences } from "./differences.ts";
import { createReferenceFacts, type MarketFacts, type ReferenceFacts } from "./market-facts.ts";
import { REFERENCE_KINDS, type ReferenceKind, type ReferenceRow, type ReferenceRows } from "./reference-rows.ts";
import { createReferenceStore } from "./reference-store.ts";

/**
 * @param folder the data folder's `reference`, which need not exist.
 * @param tell gets one line for each damaged file, which is left out, and for each that differs from the built-in tables.
 */
export async function openReference(folder: string, tell: (line: string) => void): Promise<ReferenceFacts> {
  const store = createReferenceStore(folder);
  const read = async <Kind extends ReferenceKind>(kind: Kind): Promise<readonly ReferenceRow<Kind>[]> => {
    try {
      const rows = await store.read(kind);
      const [first, ...more] = differences(kind, rows);
      const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
      if (first !== undefined) tell(`reference/${kind}.json differs from the built-in tables: ${first}${others}`);
      return rows;
    } catch (error) {
      tell(oneLine(error));
      return [];
    }
  };
  const entries: [ReferenceKind, readonly unknown[]][] = [];
  for (const kind of REFERENCE_KINDS) entries.push([kind, await read(kind)]);
  return createReferenceFacts(Object.fromEntries(entries) as unknown as ReferenceRows);
}

/**
 * An archive whose days of real sources have the freeze quantities and price steps of a list that was imported after them. Their lots
 * stay as they were: contracts were converted to units by them. Simulated days depend on their seed alone.
 */
export function withReference(archive: Archive, facts: MarketFacts): Archive {
  const known = new WeakMap<DayManifest, DayManifest>();
  const told = (day: DayManifest): DayManifest => {
    if (day.source === "sim") return day;
    const symbols = day.symbols.map((of) => {
      const ticks = facts.ticks?.(of.symbol, day.date);
      return { ...of, freezeQty: facts.freezeQuantity(of.symbol, day.date), ...(ticks && { ticks }) };
    });
    const same = known.get(day) ?? { ...day, symbols };
    known.set(day, same);
    return same;
  };
  return {
    ...archive,
    days: async () => (await archive.days()).map(told),
    async day(source, date) {
      const day = await archive.day(source, date);
      return day && told(day);
    },
  };
}
