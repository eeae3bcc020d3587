import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_FIELDS,
  COMPLETE,
  CORE_FIELDS,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  isPriceField,
  MISSING_MINUTE,
  PARTIAL,
  type RoomDay,
} from "../domain/columns.ts";
import { CE, createTokenTable, EQ, PE } from "../domain/instruments.ts";
import { ABSENT, isoDate, minute, priceScale } from "../domain/units.ts";
import { MAX_QUANTITY } from "./frame/layout.ts";
import { decodeRoomDay, encodeRoomDay, RoomDayError, type RoomDayErrorReason } from "./room-day-blob.ts";

const TICK = 5;
const LOT = 75;

function createDay(rows: number, slots: number, fields: number, stride = rows): RoomDay {
  const tokens = createTokenTable(stride);
  for (let row = 0; row < rows; row++) {
    tokens.token[row] = 4_000_000_000 - row * 13;
    tokens.type[row] = row === 0 ? EQ : row % 2 === 0 ? CE : PE;
    tokens.strike[row] = row * 5_000;
    tokens.lotSize[row] = row === 0 ? 0 : LOT;
    tokens.prevOi[row] = row === 1 ? ABSENT : row * 1e10;
  }
  tokens.length = rows;
  return {
    room: "NIFTY-8/18/2026",
    symbol: "NIFTY",
    exchange: "NSE",
    expiry: isoDate("2026-08-18"),
    date: isoDate("2026-08-14"),
    source: "sim",
    priceScale: priceScale(100),
    open: minute(555),
    cadence: 1,
    tokens,
    live: createLiveColumns(stride),
    minutes: createMinuteColumns(stride, slots, fields),
  };
}

/** Everything a reader sees of a day; cells of holes and of spare rows are no part of it. */
function contentOf(day: RoomDay): unknown {
  const { tokens, minutes, live, ...facts } = day;
  const rows = tokens.length;
  const cells = minutes.columns.map((column) =>
    column.length === 0 || rows === 0
      ? []
      : [...minutes.state].map((state, slot) =>
          state === MISSING_MINUTE ? [] : [...column.subarray(slot * minutes.stride, slot * minutes.stride + rows)],
        ),
  );
  const { length, ...columns } = tokens;
  const table = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, [...column.slice(0, rows)]]));
  return {
    facts,
    length,
    table,
    slots: minutes.slots,
    fields: minutes.fields,
    state: [...minutes.state],
    cells,
    live: live.columns.map((column) => [...column.subarray(0, rows)]),
  };
}

const price = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5_000 }).map((n) => n * TICK) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x7fff_ffff }) },
  { weight: 2, arbitrary: fc.constant(ABSENT) },
);
const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5_000 }).map((n) => n * LOT) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: MAX_QUANTITY }) },
  { weight: 2, arbitrary: fc.constant(ABSENT) },
);

const SYMBOLS = ["NIFTY", "M&M", "BAJAJ-AUTO", "360ONE"];

function withSymbols(day: RoomDay, isOfMany: boolean): RoomDay {
  const { tokens } = day;
  if (isOfMany) tokens.symbol = Array.from({ length: tokens.length }, (_, row) => SYMBOLS[row % SYMBOLS.length] ?? "");
  return day;
}

const anyDay = fc
  .record({
    rows: fc.integer({ min: 0, max: 9 }),
    slots: fc.integer({ min: 1, max: 12 }),
    extra: fc.integer({ min: 0, max: ALL_FIELDS }),
    spare: fc.integer({ min: 0, max: 3 }),
    isOfMany: fc.boolean(),
  })
  .chain(({ rows, slots, extra, spare, isOfMany }) => {
    const cells = rows * (slots + 1) * FIELD_COUNT;
    return fc.record({
      day: fc.constant(withSymbols(createDay(rows, slots, extra | CORE_FIELDS, rows + spare), isOfMany)),
      state: fc.array(fc.constantFrom(MISSING_MINUTE, COMPLETE, PARTIAL), { minLength: slots, maxLength: slots }),
      prices: fc.array(price, { minLength: cells, maxLength: cells }),
      quantities: fc.array(quantity, { minLength: cells, maxLength: cells }),
    });
  })
  .map(({ day, state, prices, quantities }) => {
    day.minutes.state.set(state);
    let next = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const values = isPriceField(field) ? prices : quantities;
      for (let row = 0; row < day.tokens.length; row++) {
        for (let slot = 0; slot < day.minutes.slots; slot++) {
          const column = day.minutes.columns[field];
          if (state[slot] !== MISSING_MINUTE && column.length > 0)
            column[slot * day.minutes.stride + row] = values[next++];
        }
        day.live.columns[field][row] = values[next++];
      }
    }
    return day;
  });

describe("room-day blobs", () => {
  it("carry any day exactly", () => {
    fc.assert(
      fc.property(anyDay, fc.nat(5), (day, spare) => {
        const { day: read, hasLive } = decodeRoomDay(encodeRoomDay(day, TICK, {}, true), spare);
        expect(hasLive).toBe(true);
        expect(contentOf(read)).toEqual(contentOf(day));
        expect(read.minutes.stride).toBe(day.tokens.length + spare);
        expect(read.live.capacity).toBe(day.tokens.length + spare);
        expect(read.tokens.token.length).toBe(day.tokens.length + spare);
      }),
      { numRuns: 200 },
    );
  });

  it("carry what goes with a day, and no live columns unless asked", () => {
    const day = createDay(3, 4, CORE_FIELDS);
    day.live.columns[0][1] = 500;
    const facts = { feed: { seed: 7, file: "a.csv", isPartial: false } };
    const read = decodeRoomDay(encodeRoomDay({ ...day, sd: 0.0123 }, TICK, facts));
    expect(read).toMatchObject({ ...facts, day: { sd: 0.0123 }, hasLive: false });
    expect(read.day.live.columns[0][1]).toBe(ABSENT);
    expect(decodeRoomDay(encodeRoomDay(day, TICK)).day).not.toHaveProperty("sd");
  });

  it("cost a byte where a row has nothing", () => {
    const empty = createDay(100, 376, ALL_FIELDS);
    empty.minutes.state.fill(COMPLETE);
    expect(encodeRoomDay(empty, TICK).length).toBeLessThan(100 * 11 + 376 + 100 * 16 + 250);
  });

  const reasonOf = (bytes: Uint8Array): RoomDayErrorReason | undefined => {
    try {
      decodeRoomDay(bytes);
    } catch (error) {
      if (error instanceof RoomDayError) return error.reason;
      throw error;
    }
    return undefined;
  };
  const sample = (): Uint8Array => {
    const day = createDay(5, 6, ALL_FIELDS);
    day.minutes.state.fill(COMPLETE);
    for (const [field, column] of day.minutes.columns.entries()) column.fill(field * 1_000, 3, 17);
    return encodeRoomDay({ ...day, sd: 0.01 }, TICK, {}, true);
  };

  it("name what is wrong with bytes", () => {
    const good = sample();
    expect(reasonOf(good)).toBeUndefined();
    expect(reasonOf(new Uint8Array(0))).toBe("magic");
    expect(reasonOf(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]))).toBe("magic");
    expect(reasonOf(good.subarray(0, 8))).toBe("truncated");
    for (let length = 9; length < good.length; length++) expect(reasonOf(good.subarray(0, length))).toBe("checksum");
    const newer = good.slice();
    newer[4] = 2;
    expect(reasonOf(newer)).toBe("version");
    for (let at = 9; at < good.length; at++) {
      const damaged = good.slice();
      damaged[at] ^= 0x10;
      expect(reasonOf(damaged)).toBe("checksum");
    }
  });

  it("that pass the checksum and still make no sense are refused, not believed", () => {
    const good = sample();
    fc.assert(
      fc.property(fc.integer({ min: 9, max: good.length - 1 }), fc.nat(255), (at, value) => {
        const forged = good.slice();
        forged[at] = value;
        let hash = 0x811c9dc5 | 0;
        for (let i = 9; i < forged.length; i++) hash = Math.imul(hash ^ forged[i], 0x01000193);
        new DataView(forged.buffer).setUint32(5, hash >>> 0, true);
        reasonOf(forged);
      }),
      { numRuns: 2_000 },
    );
  });

  function goldenDay(): RoomDay {
    const day = createDay(3, 4, CORE_FIELDS);
    day.minutes.state.set([COMPLETE, MISSING_MINUTE, PARTIAL, COMPLETE]);
    day.minutes.columns[0].set([
      2_450_037,
      10_000,
      ABSENT,
      ABSENT,
      ABSENT,
      ABSENT,
      2_450_012,
      10_010,
      45,
      2_450_040,
      9_999,
      45,
    ]);
    day.minutes.columns[2].fill(7_500);
    return day;
  }

  it("have golden bytes (version 1)", () => {
    expect(
      Buffer.from(encodeRoomDay({ ...goldenDay(), sd: 0.0125 }, TICK, {}, true)).toString("hex"),
    ).toMatchInlineSnapshot(
      `"53425244012e73e479a7018fa4726f6f6daf4e494654592d382f31382f32303236a673796d626f6ca54e49465459a865786368616e6765a34e5345a6657870697279aa323032362d30382d3138a464617465aa323032362d30382d3134a6736f75726365a373696daa70726963655363616c6564a46f70656ecd022ba7636164656e636501a5736c6f747304a66669656c64730da4726f777303a46c697665c3a47469636b05a27364cb3f8999999999999a80a0d9e61d191900030200904e904e0096010000000001008190dfc04a0000000100020100000003ec89ab02313801a29c01141507000a000fcd3a0f650f65f189ab029f9c015b000000997599759975000000000000000000000000000000000000000000000000"`,
    );
  });

  it("are read as well where their meta was written with wider lengths", () => {
    const earlier = Buffer.from(
      "53425244015a80c7d6a901de000fa4726f6f6daf4e494654592d382f31382f32303236a673796d626f6ca54e49465459a865786368616e6765a34e5345a6657870697279aa323032362d30382d3138a464617465aa323032362d30382d3134a6736f75726365a373696daa70726963655363616c6564a46f70656ecd022ba7636164656e636501a5736c6f747304a66669656c64730da4726f777303a46c697665c3a47469636b05a27364cb3f8999999999999a80a0d9e61d191900030200904e904e0096010000000001008190dfc04a0000000100020100000003ec89ab02313801a29c01141507000a000fcd3a0f650f65f189ab029f9c015b000000997599759975000000000000000000000000000000000000000000000000",
      "hex",
    );
    const now = decodeRoomDay(encodeRoomDay({ ...goldenDay(), sd: 0.0125 }, TICK, {}, true));
    expect(decodeRoomDay(earlier)).toEqual(now);
  });
});
