import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KiteFigures, type KiteMode, kiteMessage, kitePacket } from "../../testing/market/kite-ticker.ts";
import { createTick, type KiteTick, readMessage, scaledPrice } from "./packets.ts";

/** Samples of zerodha/kiteconnect-mocks (MIT): one message of one packet each, base64. */
const QUOTE_SAMPLE = "AAY6AQACZoMAAAABAAJlaQAR8bIAA+n/AAWANwACZPMAAmc8AAJhyQACZGw=";
const FULL_SAMPLE =
  "AAY6AQACZroAAAAHAAJlbQASMhcAA+m7AAWKAQACZPMAAmc8AAJhyQACZGxg4pR/AAAAAAAAAAAAAAAAYOKUfwAAAAUAAmacAAEAAAAAAIwAAmZ0AAIA" +
  "AAAAAAIAAmZvAAEAAAAAANsAAmZqAAcAAAAAADIAAmZlAAEAAAAAAKwAAma6AAMAAAAAACwAAma/AAMAAAAAAS4AAmbJAAMAAAAAAI0AAmbOAAIAAAAA" +
  "AtQAAmbTAAUAAA==";

function read(message: Buffer) {
  const ticks: KiteTick[] = [];
  const faults: string[] = [];
  readMessage(
    message,
    createTick(),
    (tick) => ticks.push({ ...tick }),
    (fault) => faults.push(fault),
  );
  return { ticks, faults };
}

const packetOf = (base64: string): Buffer => Buffer.from(base64, "base64");

describe("the official samples", () => {
  it("quote: every field is the published one", () => {
    const { ticks, faults } = read(kiteMessage([packetOf(QUOTE_SAMPLE)]));
    expect(faults).toEqual([]);
    expect(ticks).toEqual([
      {
        ...createTick(),
        token: 408065,
        lastPrice: 157315,
        lastQty: 1,
        averagePrice: 157033,
        volume: 1175986,
        buyQty: 256511,
        sellQty: 360503,
        open: 156915,
        high: 157500,
        low: 156105,
        close: 156780,
      },
    ]);
  });

  it("full: the same, and times, open interest and the best of the depth", () => {
    const { ticks, faults } = read(kiteMessage([packetOf(FULL_SAMPLE)]));
    const time = Date.parse("2021-07-05T10:41:27+05:30") / 1000;
    expect(faults).toEqual([]);
    expect(ticks).toEqual([
      {
        token: 408065,
        lastPrice: 157370,
        lastQty: 7,
        averagePrice: 157037,
        volume: 1192471,
        buyQty: 256443,
        sellQty: 363009,
        open: 156915,
        high: 157500,
        low: 156105,
        close: 156780,
        lastTradeTime: time,
        oi: 0,
        oiHigh: 0,
        oiLow: 0,
        time,
        bid: 157340,
        bidQty: 5,
        ask: 157370,
        askQty: 172,
      },
    ]);
  });

  it("are what the test server encodes of their figures", () => {
    const figures: KiteFigures = read(kiteMessage([packetOf(QUOTE_SAMPLE)])).ticks[0];
    expect(kitePacket(408065, "quote", figures)).toEqual(packetOf(QUOTE_SAMPLE));
  });
});

const price = fc.integer({ min: 0, max: 0x7fff_ffff });
const amount = fc.integer({ min: 0, max: 0xffff_ffff });
const anyFigures: fc.Arbitrary<KiteFigures> = fc.record({
  lastPrice: price,
  lastQty: amount,
  averagePrice: price,
  volume: amount,
  buyQty: amount,
  sellQty: amount,
  open: price,
  high: price,
  low: price,
  close: price,
  oi: amount,
  time: amount,
  bid: fc.integer({ min: 100, max: 1_000_000_000 }),
  bidQty: amount,
  ask: fc.integer({ min: 100, max: 1_000_000_000 }),
  askQty: amount,
});
const anyMode = fc.constantFrom<KiteMode>("ltp", "quote", "full");
const anyToken = fc
  .tuple(fc.integer({ min: 1, max: 0xff_ffff }), fc.constantFrom(1, 2, 3, 5, 9))
  .map(([number, segment]) => (((number << 8) | segment) >>> 0) as number);

describe("any message", () => {
  it("of whole packets is read back, mixed modes and all", () => {
    const anyPacket = fc.record({ token: anyToken, mode: anyMode, figures: anyFigures });
    fc.assert(
      fc.property(fc.array(anyPacket, { maxLength: 8 }), (packets) => {
        const message = kiteMessage(packets.map(({ token, mode, figures }) => kitePacket(token, mode, figures)));
        const { ticks, faults } = read(message);
        expect(faults).toEqual([]);
        expect(ticks.map(({ token, lastPrice }) => [token, lastPrice])).toEqual(
          packets.map(({ token, figures }) => [token, figures.lastPrice]),
        );
        for (const [i, { token, mode, figures }] of packets.entries()) {
          const isIndex = (token & 0xff) === 9;
          const { high, volume, oi, time } = ticks[i];
          expect(high).toBe(mode === "ltp" ? -1 : figures.high);
          expect(volume).toBe(mode === "ltp" || isIndex ? -1 : figures.volume);
          expect(oi).toBe(mode === "full" && !isIndex ? figures.oi : -1);
          expect(time).toBe(mode === "full" ? figures.time : 0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("cut anywhere loses the packets it was cut in, says so, and keeps those before", () => {
    const packets = [1, 2, 3].map((number) => kitePacket((number << 8) | 2, "full", read(fullMessage()).ticks[0]));
    const message = kiteMessage(packets);
    for (let bytes = 2; bytes < message.length; bytes++) {
      const { ticks, faults } = read(message.subarray(0, bytes));
      expect(ticks).toHaveLength(Math.floor((bytes - 2) / 186));
      expect(faults).toEqual(["truncated"]);
    }
  });

  it.each([
    ["a heartbeat is nothing", Buffer.of(0), 0, []],
    ["an empty message is cut off", Buffer.alloc(0), 0, ["truncated"]],
    ["a length that no packet has is skipped", kiteMessage([Buffer.alloc(7), packetOf(QUOTE_SAMPLE)]), 1, ["length"]],
    ["bytes after the last packet are told", Buffer.concat([fullMessage(), Buffer.of(1, 2)]), 1, ["trailing"]],
    ["a negative price is no tick", kiteMessage([negative(4)]), 0, ["negative"]],
    ["nor is a negative bid", kiteMessage([negative(68)]), 0, ["negative"]],
  ])("%s", (_, message, ticks, faults) => {
    expect(read(message)).toMatchObject({ faults });
    expect(read(message).ticks).toHaveLength(ticks);
  });

  it("of random bytes, a hundred thousand of them, never throws", () => {
    const tick = createTick();
    let [state, ticks, faults] = [0x1234_5678, 0, 0];
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 0x1_0000_0000) * below);
    };
    const pool = Buffer.alloc(4096);
    for (let i = 0; i < pool.length; i++) pool[i] = next(256);
    const lengths = [8, 28, 32, 44, 184, 0, 1, 65_535];
    for (let run = 0; run < 100_000; run++) {
      const from = next(pool.length - 400);
      const message = pool.subarray(from, from + next(400));
      // Half of them begin as messages do, or nobody would get past the first length.
      if (run % 2 === 0 && message.length >= 4) {
        message.writeUInt16BE(next(4), 0);
        message.writeUInt16BE(lengths[next(lengths.length)], 2);
      }
      readMessage(
        message,
        tick,
        () => ticks++,
        () => faults++,
      );
    }
    expect(ticks).toBeGreaterThan(1000);
    expect(faults).toBeGreaterThan(10_000);
  });
});

describe("a scaled price", () => {
  it("is in paise, of USDINR in hundredths of a paisa, and none where Kite says 0", () => {
    expect(scaledPrice((1 << 8) | 2, 157315)).toBe(157315);
    expect(scaledPrice((1 << 8) | 9, 2450055)).toBe(2450055);
    expect(scaledPrice((1 << 8) | 3, 862_525_000)).toBe(862_525);
    expect(scaledPrice((1 << 8) | 2, 0)).toBe(-1);
  });
});

function fullMessage(): Buffer {
  return kiteMessage([packetOf(FULL_SAMPLE)]);
}

function negative(at: number): Buffer {
  const packet = packetOf(FULL_SAMPLE);
  packet.writeInt32BE(-5, at);
  return packet;
}
