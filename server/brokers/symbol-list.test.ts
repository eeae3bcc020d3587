import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs, isoDate } from "#contract/domain/units.ts";
import { createLog } from "../platform/log.ts";
import { BrokerError, type BrokerSession, type InstrumentRow } from "./port.ts";
import { DailyList } from "./symbol-list.ts";

const SESSION: BrokerSession = {
  broker: "fyers",
  client: "key",
  userId: "FX0011",
  name: "Ravi",
  endsAt: epochMs(0),
  secrets: {},
};
const row = (strike: number): InstrumentRow => ({
  contract: { exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-11-24"), strike, type: "CE" },
  symbol: `NSE:NIFTY26N24${strike}CE`,
  token: "",
  lot: 65,
  tick: 0.05,
});

/** Of the 23rd of November, Indian time. */
const at = (hour: number, minute: number) => epochMs(Date.UTC(2026, 10, 23, hour, minute - 330));

function open() {
  let today = isoDate("2026-11-23");
  let now = at(12, 15);
  let logged = "";
  const destination = new Writable({
    write(line, _, done) {
      logged += String(line);
      done();
    },
  });
  let rows: readonly (InstrumentRow | BrokerError)[] = [row(24_600)];
  let reads = 0;
  const list = new DailyList<InstrumentRow>({
    broker: "Fyers",
    maxTag: 14,
    nameOf: ({ symbol }) => symbol,
    day: () => today,
    clock: { now: () => now },
    log: createLog("warn", destination),
    async *read() {
      reads++;
      for (const one of rows) {
        if (one instanceof BrokerError) throw one;
        yield one;
      }
    },
  });
  const found = async (strike: number) => (await list.of(SESSION)).find(row(strike).contract)?.symbol;
  return {
    list,
    found,
    reads: () => reads,
    logged: () => logged,
    ordered: async (strike: number) =>
      (await list.writing(SESSION, { contract: row(strike).contract }, async () => ({ kind: "done", value: 1 }))).kind,
    timeIs: (hour: number, minute: number) => {
      now = at(hour, minute);
    },
    lists: (...next: readonly (InstrumentRow | BrokerError)[]) => {
      rows = next;
    },
    dayIs: (day: string) => {
      today = isoDate(day);
    },
  };
}

test("is read once a day, by however many ask, and both ways", async () => {
  const { list, found, reads } = open();
  expect(await Promise.all([found(24_600), found(24_600), found(24_700)])).toEqual([
    "NSE:NIFTY26N2424600CE",
    "NSE:NIFTY26N2424600CE",
    undefined,
  ]);
  expect((await list.of(SESSION)).contractOf("NSE:NIFTY26N2424600CE")).toEqual(row(24_600).contract);
  expect(reads()).toBe(1);
});

test("what was prepared is not read again by the first write", async () => {
  const { list, reads } = open();
  await list.prepare(SESSION);
  await list.writing(SESSION, { contract: row(24_600).contract }, async () => ({ kind: "done", value: 1 }));
  expect(reads()).toBe(1);
});

test("the next day's list takes its place whole; one that breaks off is not used, and asked for again", async () => {
  const { list, found, lists, dayIs, reads } = open();
  await found(24_600);
  dayIs("2026-11-24");
  lists(row(24_700), new BrokerError("away", "cut off"));
  await expect(list.of(SESSION)).rejects.toThrow("cut off");
  expect((await list.namesFor(SESSION)).contractOf("NSE:NIFTY26N2424700CE")).toBeUndefined();
  lists(row(24_700));
  expect(await found(24_700)).toBe("NSE:NIFTY26N2424700CE");
  expect(await found(24_600)).toBeUndefined();
  expect(reads()).toBe(4);
});

test("what is not listed, is off its steps or has too long a tag is not sent, and says why", async () => {
  const { list, lists, dayIs } = open();
  const { contract } = row(24_600);
  const written = async (wish: Parameters<typeof list.writing>[1]) => {
    const sent = await list.writing(SESSION, wish, async ({ symbol }) => ({ kind: "done", value: symbol }));
    return sent.kind === "not-sent" ? sent.why : sent;
  };
  const prices = { type: LIMIT, limitPrice: 6.6, stopPrice: 0 } as const;
  expect(await written({ contract, prices, tag: "SABCDEFGHIJKLM" })).toMatchObject({ kind: "done" });
  expect(await written({ contract: row(1).contract })).toBe("Fyers does not list this contract");
  expect(await written({ contract: undefined })).toBe("Fyers does not list this contract");
  expect(await written({ contract, prices: { ...prices, limitPrice: 6.62 } })).toBe(
    "Fyers takes prices in steps of 0.05",
  );
  expect(await written({ contract, tag: "S".repeat(15) })).toBe("the tag is longer than 14 characters");
  dayIs("2026-11-24");
  lists(new BrokerError("away", "Fyers cannot be asked"));
  expect(await written({ contract })).toBe("Fyers cannot be asked");
});

test("a contract that the list does not hold has it read anew: once in some minutes, and nobody else waits", async () => {
  const { ordered, lists, timeIs, reads } = open();
  expect(await ordered(24_600)).toBe("done");
  lists(row(24_600), row(24_650));
  timeIs(12, 24);
  expect([await ordered(24_650), reads()]).toEqual(["not-sent", 1]);
  timeIs(12, 25);
  const asked = [ordered(24_650), ordered(24_650), ordered(24_700)];
  expect(await ordered(24_600)).toBe("done");
  expect([await Promise.all(asked), reads()]).toEqual([["done", "done", "not-sent"], 2]);
  expect([await ordered(24_700), reads()]).toEqual(["not-sent", 2]);
  timeIs(12, 35);
  lists(new BrokerError("away", "cut off"));
  expect(await ordered(24_700)).toBe("not-sent");
  expect(await ordered(24_700)).toBe("not-sent");
  expect([await ordered(24_650), reads()]).toEqual(["done", 3]);
});

test("a list of the night serves until the morning, and is read anew then: it may be of the day before", async () => {
  const { list, found, lists, timeIs, reads } = open();
  timeIs(0, 1);
  await list.namesFor(SESSION);
  lists(row(24_650));
  timeIs(8, 44);
  expect([await found(24_600), reads()]).toEqual(["NSE:NIFTY26N2424600CE", 1]);
  timeIs(8, 45);
  expect(await Promise.all([found(24_650), found(24_600)])).toEqual(["NSE:NIFTY26N2424650CE", undefined]);
  timeIs(15, 30);
  expect([await found(24_650), reads()]).toEqual(["NSE:NIFTY26N2424650CE", 2]);
});

test("where the morning's list cannot be read, that of the night stays", async () => {
  const { found, lists, timeIs, reads, logged } = open();
  timeIs(0, 1);
  await found(24_600);
  timeIs(9, 0);
  lists(new BrokerError("away", "cut off"));
  expect(await found(24_600)).toBe("NSE:NIFTY26N2424600CE");
  expect([await found(24_600), reads()]).toEqual(["NSE:NIFTY26N2424600CE", 2]);
  expect(logged()).toContain("could not be read anew");
});

test("a list that came empty, or without most of what it had, takes the place of none", async () => {
  const { list, found, lists, timeIs, logged } = open();
  lists();
  await expect(list.of(SESSION)).rejects.toThrow("empty");
  timeIs(0, 1);
  lists(row(24_600), row(24_650), row(24_700));
  await found(24_600);
  timeIs(9, 0);
  lists(row(24_750));
  expect(await found(24_600)).toBe("NSE:NIFTY26N2424600CE");
  expect(logged()).toContain("has 1 contracts, and had 3");
});

test("what is prepared for a contract that it misses is read anew before the write", async () => {
  const { list, lists, ordered, timeIs, reads } = open();
  await list.prepare(SESSION, row(24_600).contract);
  lists(row(24_600), row(24_650));
  timeIs(12, 30);
  await list.prepare(SESSION, row(24_650).contract);
  expect(reads()).toBe(2);
  expect([await ordered(24_650), reads()]).toEqual(["done", 2]);
});

test("a name that two contracts share trades neither, names neither, and is logged", async () => {
  const { list, ordered, lists, logged } = open();
  const twin = { ...row(24_650), symbol: row(24_600).symbol };
  lists(row(24_600), twin, twin, row(24_700), row(24_700));
  expect([await ordered(24_600), await ordered(24_650)]).toEqual(["not-sent", "not-sent"]);
  expect(await ordered(24_700)).toBe("done");
  expect((await list.of(SESSION)).contractOf(twin.symbol)).toBeUndefined();
  expect(logged().match(/NSE:NIFTY26N2424600CE/g)).toHaveLength(1);
});
