import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { createMemoryArchive } from "../../testing/market/memory-archive.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { differences } from "./differences.ts";
import { BUILT_IN, createReferenceFacts } from "./market-facts.ts";
import { openReference, withReference } from "./open-reference.ts";
import type { ReferenceRows } from "./reference-rows.ts";
import { createReferenceStore, type ReferenceStore } from "./reference-store.ts";

const date = isoDate;

const NOTHING: ReferenceRows = {
  contracts: [],
  lots: [],
  freeze: [],
  holidays: [],
  sessions: [],
  constituents: [],
  sectors: [],
};
const factsOf = (rows: Partial<ReferenceRows>) => createReferenceFacts({ ...NOTHING, ...rows });

const contract = (lot: number | undefined, seen: string, more = {}) => ({
  exchange: "NSE" as const,
  symbol: "NIFTY",
  expiry: date("2026-06-30"),
  kind: "option" as const,
  lot,
  seen: date(seen),
  ...more,
});

describe("facts by date", () => {
  it("are the built-in ones where nothing was imported", () => {
    const facts = factsOf({});
    expect(facts.lotSize("NIFTY", date("2020-10-29"), date("2020-10-05"))).toBe(75);
    expect(facts.lotSize("NOBODY", date("2020-10-29"), date("2020-10-05"))).toBeUndefined();
    expect(facts.freezeQuantity("NIFTY", date("2026-01-05"))).toBe(
      BUILT_IN.freezeQuantity("NIFTY", date("2026-01-05")),
    );
    expect(facts.isTradingDay("equity-derivatives", date("2026-01-26"))).toBe(false);
    expect(facts.sector("TCS", date("2026-01-05"))).toBeUndefined();
    expect(facts.constituents("NIFTY 50", date("2026-01-05"))).toEqual([]);
  });

  it("lots: of the contract on its list's day and after, else of the symbol, else built in", () => {
    const facts = factsOf({
      contracts: [contract(70, "2026-03-01"), contract(71, "2026-05-01"), contract(undefined, "2026-06-01")],
      lots: [
        { symbol: "ZEEL", lot: 3000, from: date("2026-02-01") },
        { symbol: "NIFTY", lot: 1, from: date("2026-02-01") },
        { symbol: "TCS", lot: 180, from: date("2026-02-01") },
      ],
    });
    const lotOn = (day: string) => facts.lotSize("NIFTY", date("2026-06-30"), date(day));
    expect([lotOn("2026-02-01"), lotOn("2026-03-01"), lotOn("2026-04-30"), lotOn("2026-06-29")]).toEqual([
      65, 70, 70, 71,
    ]);
    expect(facts.lotSize("ZEEL", date("2026-02-24"), date("2026-02-01"))).toBe(3000);
    // A stock's list goes before the built-in table, an index's after it.
    expect(facts.lotSize("TCS", date("2026-02-24"), date("2026-02-02"))).toBe(180);
    expect(facts.lotSize("NIFTY", date("2026-02-24"), date("2026-02-02"))).toBe(65);
    expect(facts.lotSize("ZEEL", date("2026-01-27"), date("2026-01-20"))).toBeUndefined();
  });

  it("lots: a list from later in the contract's life where nobody else knows; not one of another exchange", () => {
    const later = contract(400, "2026-04-21", { symbol: "ZEEL" });
    const day = date("2026-04-01");
    expect(factsOf({ contracts: [later] }).lotSize("ZEEL", later.expiry, day)).toBe(400);
    expect(factsOf({ contracts: [{ ...later, exchange: "BSE" }] }).lotSize("ZEEL", later.expiry, day)).toBeUndefined();
  });

  it("freeze quantities and sectors: of the newest list that is not after the day", () => {
    const facts = factsOf({
      freeze: [
        { symbol: "NIFTY", units: 1900, from: date("2026-03-01") },
        { symbol: "NIFTY", units: 2000, from: date("2026-04-01") },
      ],
      sectors: [{ symbol: "TCS", sector: "IT", from: date("2026-01-01") }],
    });
    expect(facts.freezeQuantity("NIFTY", date("2026-02-28"))).toBe(1800);
    expect(facts.freezeQuantity("NIFTY", date("2026-03-31"))).toBe(1900);
    expect(facts.freezeQuantity("NIFTY", date("2026-04-01"))).toBe(2000);
    expect(facts.sector("TCS", date("2026-01-02"))).toBe("IT");
  });

  it("members of an index: one whole list at a time", () => {
    const member = (symbol: string, from: string) => ({
      index: "NIFTY 50",
      symbol,
      company: symbol,
      industry: "",
      from: date(from),
    });
    const facts = factsOf({
      constituents: [member("OLD", "2024-01-01"), member("TCS", "2024-01-01"), member("TCS", "2025-03-01")],
    });
    const on = (day: string) => facts.constituents("NIFTY 50", date(day)).map(({ symbol }) => symbol);
    expect([on("2023-12-31"), on("2025-02-28"), on("2025-03-01")]).toEqual([[], ["OLD", "TCS"], ["TCS"]]);
  });

  it("days: a listed holiday closes, a listed session opens, for equity derivatives alone", () => {
    const facts = factsOf({
      holidays: [{ date: date("2026-08-28"), description: "Onam" }],
      sessions: [{ date: date("2026-08-29") }],
    });
    expect(facts.isTradingDay("equity-derivatives", date("2026-08-28"))).toBe(false);
    expect(facts.isTradingDay("equity-derivatives", date("2026-08-29"))).toBe(true);
    expect(facts.isTradingDay("currency-derivatives", date("2026-08-28"))).toBe(true);
    expect(facts.isTradingDay("currency-derivatives", date("2026-08-29"))).toBe(false);
  });
});

describe("differences from the built-in tables", () => {
  it("are told one by one; what agrees, or is known to nobody else, is not", () => {
    expect(differences("contracts", [contract(65, "2026-03-01"), contract(70, "2026-03-02")])).toEqual([
      "NIFTY of 2026-06-30: lot 70 on 2026-03-02, built in 65",
    ]);
    expect(differences("contracts", [contract(70, "2026-03-01", { symbol: "ZEEL" })])).toEqual([]);
    expect(
      differences("lots", [
        { symbol: "TCS", lot: 180, from: date("2026-02-02") },
        { symbol: "ZEEL", lot: 1, from: date("2026-02-02") },
      ]),
    ).toEqual(["TCS: lot 180 on 2026-02-02, built in 175"]);
    expect(
      differences("freeze", [
        { symbol: "NIFTY", units: 1755, from: date("2026-03-01") },
        { symbol: "ZEEL", units: 1, from: date("2026-03-01") },
      ]),
    ).toEqual(["NIFTY: freeze quantity 1755 on 2026-03-01, built in 1800"]);
    expect(
      differences("holidays", [
        { date: date("2026-08-14"), description: "" },
        { date: date("2026-10-02"), description: "" },
      ]),
    ).toEqual([
      "2026-08-14: a holiday in the file, a trading day in the built-in calendar",
      "2026-09-14: a holiday in the built-in calendar, not in the file",
    ]);
    expect(differences("sessions", [{ date: date("2026-02-01") }, { date: date("2026-08-29") }])).toEqual([
      "2026-08-29: a session in the file, none in the built-in calendar",
    ]);
  });
});

describe("a server's start", () => {
  it("shows freeze quantities and price steps of lists on real days, not on simulated ones; a damaged list is told and left out", async () => {
    const folder = join(temporaryFolder(), "reference");
    const archive = createMemoryArchive();
    const symbols = [
      {
        symbol: "NIFTY",
        exchange: "NSE" as const,
        lotSize: 65,
        strikeStep: 50,
        freezeQty: 1800,
        expiries: [],
        futureExpiries: [],
        prevClose: undefined,
        sd: undefined,
      },
    ];
    for (const source of ["import", "sim"] as const)
      await archive.writeDay({ date: date("2026-04-02"), source, origin: "", symbols }, []);
    const store = createReferenceStore(folder);
    await store.merge(
      "freeze",
      [2000, 2100].map((units, i) => ({ symbol: "NIFTY", units, from: date(`2026-0${4 + i}-01`) })),
      false,
    );
    await store.merge(
      "contracts",
      (["2026-04-28", "2026-05-26"] as const).flatMap((expiry, i) =>
        (["option", "future"] as const).map((kind) => ({
          exchange: "NSE" as const,
          symbol: "NIFTY",
          expiry: date(expiry),
          kind,
          lot: 65,
          tick: kind === "option" ? 0.05 : 0.1 * (i + 1),
          seen: date("2026-04-01"),
        })),
      ),
      false,
    );
    writeFileSync(join(folder, "lots.json"), "{");
    const told: string[] = [];
    const facts = await openReference(folder, (line) => told.push(line));
    expect(told).toEqual([
      expect.stringContaining("lots.json is damaged"),
      "reference/freeze.json differs from the built-in tables: NIFTY: freeze quantity 2000 on 2026-04-01, built in 1800 (and 1 more)",
    ]);
    const days = await withReference(archive, facts).days();
    expect(days.map(({ symbols: [of] }) => of.freezeQty)).toEqual([2000, 1800]);
    const day = await withReference(archive, facts).day("import", date("2026-04-02"));
    // The largest of the list: prices in its steps are right for every expiry.
    expect(day?.symbols).toMatchObject([{ freezeQty: 2000, lotSize: 65, ticks: { future: 0.2 } }]);
    expect(facts.ticks?.("NIFTY", date("2026-03-31"))).toBeUndefined();
  });
});

describe("the store", () => {
  let folder: string;
  let store: ReferenceStore;
  beforeEach(() => {
    folder = join(temporaryFolder(), "reference");
    store = createReferenceStore(folder);
  });

  it("adds rows to those that are there, and replaces those of the same thing and day", async () => {
    const nifty = { symbol: "NIFTY", lot: 75, from: date("2025-01-01") };
    expect(await store.merge("lots", [nifty, { ...nifty, symbol: "ACC" }], false)).toEqual({ added: 2, replaced: 0 });
    const before = readFileSync(join(folder, "lots.json"), "utf8");
    expect(await store.merge("lots", [nifty], false)).toEqual({ added: 0, replaced: 0 });
    expect(readFileSync(join(folder, "lots.json"), "utf8")).toBe(before);
    expect(await store.merge("lots", [{ ...nifty, lot: 65 }], false)).toEqual({ added: 0, replaced: 1 });
    expect(await store.merge("lots", [{ ...nifty, from: date("2026-01-01") }], true)).toMatchObject({ added: 1 });
    expect((await store.read("lots")).map(({ symbol, lot }) => `${symbol} ${lot}`)).toEqual(["ACC 75", "NIFTY 65"]);
    expect(await store.readAll()).toMatchObject({ freeze: [], lots: [{}, {}] });
  });

  it("names a damaged file, and does not write over it", async () => {
    await store.merge("sessions", [{ date: date("2026-02-01") }], false);
    const path = join(folder, "sessions.json");
    for (const [text, why] of [
      ["{", "JSON"],
      ['{"version":1,"rows":[{"date":"2026-02-31"}]}', "rows.0.date: not a date: 2026-02-31"],
      ['{"version":2,"rows":[]}', "version"],
    ] as const) {
      writeFileSync(path, text);
      await expect(store.read("sessions")).rejects.toThrow(`${path} is damaged: `);
      await expect(store.read("sessions")).rejects.toThrow(why);
      await expect(store.merge("sessions", [{ date: date("2026-02-01") }], false)).rejects.toThrow("is damaged");
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });
});
