import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { HIGH, LOW, LTP, MISSING_MINUTE, OI, OPEN, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { EQ, FUT, parseExpiry, parseRoom } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { spotRoomOf } from "#contract/worker/spot-need.ts";
import { createFileArchive } from "../../../testing/market/file-archive.ts";
import { SNAPSHOT_HEADER, snapshotChain, writeChain } from "../../../testing/market/sample-chains.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import type { Archive } from "../../archive/archive.ts";
import { loadRoomDay } from "../../archive/blob-codec.ts";
import { createFileStore } from "../../archive/file-store.ts";
import { createDailyStore } from "../../daily/daily-store.ts";
import { initList } from "../../day-json/init-list.ts";
import { importFiles } from "../import-files.ts";
import { hasFailed } from "../report/import-report.ts";
import { reportLines } from "../report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

let folder: string;
let archive: Archive;

beforeEach(() => {
  folder = temporaryFolder();
  archive = createFileArchive({ folder: join(folder, "archive") });
});

const run = (...files: readonly (readonly string[])[]) =>
  importFiles(
    files.map((lines, i) => writeChain(folder, `${i}.csv`, lines)),
    {
      archive,
      daily: createDailyStore({ store: createFileStore(join(folder, "archive")) }),
      progress: quiet,
      force: true,
    },
  );

async function roomOf(room: string, date: string): Promise<RoomDay> {
  const stored = await archive.read({ source: "import", date: isoDate(date), room });
  if (stored === undefined) throw new Error(`${room} is not archived`);
  return loadRoomDay(stored);
}

const at = (label: string): number => Number(label.slice(0, 2)) * 60 + Number(label.slice(3));

function cell(day: RoomDay, field: number, row: number, label: string): number {
  return day.minutes.columns[field][(at(label) - day.open) * day.minutes.stride + row];
}

const rowOf = (day: RoomDay, type: number): number => day.tokens.type.subarray(0, day.tokens.length).indexOf(type);

const FUTURES = "symbol,exchange_timestamp,captured_at,lastPrice,change,pChange,underlyingValue,openInterest,volume";

interface FutureLine {
  readonly symbol?: string;
  readonly date?: string;
  readonly captured?: string;
  readonly price?: number;
  readonly spot?: number;
  readonly oi?: number;
  readonly volume?: number | "";
}

function futureLine(time: string, line: FutureLine = {}): string {
  const {
    symbol = "NIFTY",
    date = "2020-10-05",
    price = 11_505.6,
    spot = 11_511.5,
    oi = 138_045,
    volume = 8599,
  } = line;
  const captured = line.captured ?? `${date}T${time.slice(0, 5)}:59+05:30`;
  return `${symbol},${date}T${time}+05:30,${captured},${price},70.05,0.61,${spot},${oi},${volume}`;
}

const ROOM = "NIFTY-10/29/2020";
const FUTURES_ROOM = "Futures-NSE-10/29/2020";
const SPOT_ROOM = "Spot-NSE-10/29/2020";

describe("snapshots of the near future", () => {
  it("fill the minute of their stamp in the room of the monthly and in the futures room, in units", async () => {
    const report = await run([FUTURES, futureLine("10:00:20"), futureLine("10:02:20", { volume: 9000 })]);
    expect(hasFailed(report)).toBe(false);
    const day = await roomOf(ROOM, "2020-10-05");
    const future = rowOf(day, FUT);
    expect([LTP, OI, VOL].map((field) => cell(day, field, future, "10:00"))).toEqual([
      1_150_560,
      138_045 * 75,
      8599 * 75,
    ]);
    expect(cell(day, LTP, rowOf(day, EQ), "10:02")).toBe(1_151_150);
    expect(day.minutes.state[at("10:01") - day.open]).toBe(MISSING_MINUTE);
    // The price less its change.
    expect(day.tokens.prevClose[future]).toBe(1_143_555);
    const futures = await roomOf(FUTURES_ROOM, "2020-10-05");
    expect(futures.tokens.symbol).toEqual(["NIFTY"]);
    expect([...futures.tokens.type.subarray(0, futures.tokens.length)]).toEqual([FUT]);
    expect(futures.tokens.token[0]).toBe(day.tokens.token[future]);
    expect(cell(futures, VOL, 0, "10:02")).toBe(9000 * 75);
    const [manifest] = await archive.days();
    expect(manifest.symbols).toMatchObject([{ symbol: "NIFTY", lotSize: 75, futureExpiries: ["2020-10-29"] }]);
  });

  it("count a stamp once, and none that was captured before it or on another day", async () => {
    const { files } = await run([
      FUTURES,
      futureLine("15:30:00"),
      futureLine("15:30:00", { oi: 1, captured: "2020-10-05T20:36:07+05:30" }),
      futureLine("15:30:00", { captured: "2020-10-06T00:03:37+05:30" }),
      futureLine("15:30:00", { captured: "2020-10-05T08:54:00+05:30" }),
      futureLine("15:29:00", { symbol: "" }),
    ]);
    expect(files[0].rejects.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "3: the same contract and time as line 2, which counts",
      "4: captured on 2020-10-06, a figure of 2020-10-05: it may have changed since",
      "5: captured at 2020-10-05T08:54:00+05:30, before its stamp 2020-10-05T15:30:00+05:30",
      "6: symbol is empty",
    ]);
    expect(cell(await roomOf(FUTURES_ROOM, "2020-10-05"), OI, 0, "15:30")).toBe(138_045 * 75);
  });

  it("of the day before or of another contract are taken out, and told", async () => {
    const report = await run([
      FUTURES,
      futureLine("09:15:50", { volume: 144_188, oi: 135_881, spot: 11_416.95 }),
      futureLine("09:17:50", { volume: 5696, oi: 135_900 }),
      futureLine("09:20:20", { volume: 8599, oi: 138_045 }),
      futureLine("09:22:20", { volume: 712, oi: 4547, price: 11_700 }),
      futureLine("09:24:20", { volume: 9000, oi: 138_100 }),
    ]);
    const day = await roomOf(ROOM, "2020-10-05");
    const [spot, future] = [rowOf(day, EQ), rowOf(day, FUT)];
    expect(day.tokens.prevOi[future]).toBe(135_881 * 75);
    expect(cell(day, LTP, future, "09:15")).toBe(1_150_560);
    expect([VOL, OI].map((field) => cell(day, field, future, "09:15"))).toEqual([ABSENT, ABSENT]);
    expect(cell(day, LTP, spot, "09:15")).toBe(ABSENT);
    expect([LTP, VOL, OI].map((field) => cell(day, field, future, "09:22"))).toEqual([ABSENT, ABSENT, ABSENT]);
    expect(cell(day, VOL, future, "09:24")).toBe(9000 * 75);
    const text = reportLines(report).join("\n");
    expect(text).toContain("future left out, of the day before (its volume is above the next one's)");
    expect(text).toContain("future left out, of another contract (its volume and OI fall for one snapshot): 09:22");
    expect(text).not.toContain("volume went backwards");
  });

  it("of several underlyings share a futures room; one brought later leaves the others there", async () => {
    await run([FUTURES, futureLine("10:00:20"), futureLine("10:00:20", { symbol: "BANKNIFTY", volume: "" })]);
    const report = await run([FUTURES, futureLine("10:05:20", { symbol: "BANKNIFTY", oi: 70_000 })]);
    expect(report.days[0].replaces.map(({ room }) => room)).toEqual([`BANKNIFTY-10/29/2020`, FUTURES_ROOM, SPOT_ROOM]);
    const futures = await roomOf(FUTURES_ROOM, "2020-10-05");
    expect(futures.tokens.symbol).toEqual(["BANKNIFTY", "NIFTY"]);
    expect([cell(futures, OI, 0, "10:05"), cell(futures, OI, 0, "10:00")]).toEqual([70_000 * 25, ABSENT]);
    expect(cell(futures, OI, 1, "10:00")).toBe(138_045 * 75);
    expect((await archive.days())[0].rooms.map(({ room }) => room)).toEqual([
      ROOM,
      "BANKNIFTY-10/29/2020",
      FUTURES_ROOM,
      SPOT_ROOM,
    ]);
    const again = await run([FUTURES, futureLine("10:05:20", { symbol: "BANKNIFTY", oi: 70_000 })]);
    expect(again.days[0].status).toBe("unchanged");
  });
});

/** A minute of an index on 5 October 2020. */
const indexMinute = (time: string, price: number, symbol = "NIFTY"): string =>
  `${symbol},2020-10-05,${time},${price},${price},${price},${price}`;

describe("the spots beside a day's futures", () => {
  it("are a room of their own, of the underlyings that have futures, named after the nearest", async () => {
    await run(
      [FUTURES, futureLine("10:00:20"), futureLine("10:02:20", { symbol: "BANKNIFTY", spot: 22_400.3 })],
      [SPOT, indexMinute("10:00", 11_999), indexMinute("10:01", 11_512), indexMinute("10:01", 5, "FINNIFTY")],
    );
    const [{ date, symbols }] = await archive.days();
    const [nearest] = initList({ date, symbols, spots: () => ({}) })[5].data["NSE"];
    // As the screens of futures ask for it.
    expect(spotRoomOf({ exchange: "NSE", spotExpiry: parseExpiry(nearest) } as PaneContext)).toBe(SPOT_ROOM);
    const day = await roomOf(SPOT_ROOM, "2020-10-05");
    expect(day).toMatchObject({
      symbol: "Spot-NSE",
      exchange: "NSE",
      expiry: "2020-10-29",
      open: 555,
      priceScale: 100,
    });
    expect(day.tokens.symbol).toEqual(["BANKNIFTY", "NIFTY"]);
    expect([...day.tokens.type]).toEqual([EQ, EQ]);
    const nifty = await roomOf(ROOM, "2020-10-05");
    expect(day.tokens.token[1]).toBe(nifty.tokens.token[rowOf(nifty, EQ)]);
    // At 10:00 two sources tell it: the one that was captured with the future counts. At 10:01 only the other one does.
    expect(["10:00", "10:01", "10:02"].map((label) => cell(day, LTP, 1, label))).toEqual([
      1_151_150,
      1_151_200,
      ABSENT,
    ]);
    expect(cell(day, LTP, 0, "10:02")).toBe(2_240_030);
    expect(day.minutes.state[at("10:03") - day.open]).toBe(MISSING_MINUTE);
  });

  it("are made anew of all rooms when some come later", async () => {
    const futures = [FUTURES, futureLine("10:00:20")];
    await run([SPOT, indexMinute("10:00", 11_999), indexMinute("10:01", 11_512)]);
    expect((await archive.days())[0].rooms.map(({ room }) => room)).toEqual(["NIFTY-10/8/2020"]);
    await run(futures);
    const day = await roomOf(SPOT_ROOM, "2020-10-05");
    expect(["10:00", "10:01"].map((label) => cell(day, LTP, 0, label))).toEqual([1_151_150, 1_151_200]);
    expect((await run(futures)).days[0].status).toBe("unchanged");
    const paths = [writeChain(folder, "0.csv", futures)];
    const dry = await importFiles(paths, { archive, progress: quiet, force: true, dryRun: true });
    expect(dry.days[0]).toMatchObject({ wouldBe: "unchanged", kept: 1 });
  });

  it("have none of a currency, which has no cash market", async () => {
    await run([FUTURES, futureLine("10:00:20", { symbol: "USDINR", price: 73.4, spot: 73.3 })]);
    const [{ rooms }] = await archive.days();
    expect(rooms.map(({ room }) => parseRoom(room)?.symbol)).toEqual(["USDINR", "Futures-NSE"]);
  });
});

const SPOT = "Instrument,Date,Time,Open,High,Low,Close";

describe("an index by the minute", () => {
  it("is the spot of the nearest expiry's room: closes, and the day's open, high and low so far", async () => {
    const report = await run([
      SPOT,
      "NIFTY,2024-05-02,09:15,22567.85,22659.55,22567.85,22648.8",
      "NIFTY,2024-05-02,09:16,22653.65,22658.3,22642.65,22655.4",
      "NIFTY,2024-05-02,09:17,22655.4,22670,22550,22560",
      "NIFTY,2024-05-02,09:19,22560,22580,22555,22570",
      "NIFTY,2024-05-02,09:20,22560,22550,22555,22570",
      "NIFTY,2024-05-02,09:61,22560,22580,22555,22570",
    ]);
    expect(report.files[0].rejects.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "6: the close, 22570, is not between the low, 22555, and the high, 22550",
      '7: Time is not a time (09:15): "09:61"',
    ]);
    const day = await roomOf("NIFTY-5/2/2024", "2024-05-02");
    expect([...day.tokens.type.subarray(0, day.tokens.length)]).toEqual([EQ]);
    const minute = (label: string) => [LTP, OPEN, HIGH, LOW].map((field) => cell(day, field, 0, label));
    expect(minute("09:16")).toEqual([2_265_540, 2_256_785, 2_265_955, 2_256_785]);
    expect(minute("09:17")).toEqual([2_256_000, 2_256_785, 2_267_000, 2_255_000]);
    // A minute is missing, so nobody knows the extremes any more.
    expect(minute("09:19")).toEqual([2_257_000, ABSENT, ABSENT, ABSENT]);
    expect(day.minutes.state[at("09:18") - day.open]).toBe(MISSING_MINUTE);
    expect(day.cadence).toBe(1);
  });
});

describe("previous close, OI and volume that the source does not tell", () => {
  const history =
    "DATE,EXPIRY,OPEN,HIGH,LOW,CLOSE,LTP,SETTLE PRICE,TOTAL TRADED QUANTITY,MARKET LOT,PREMIUM VALUE,OPEN INTEREST,CHANGE IN OI,SYMBOL,INSTRUMENT_TYPE,OPTION TYPE,STRIKE PRICE";
  const option = (date: string, type: string, strike: number) =>
    `${date},2026-02-03,1,9,1,8.05,8,8.1,650,65,0,1300,65,NIFTY,OPTIDX,${type},${strike}`;
  const cashLine =
    "DATE,SYMBOL,PREV_CLOSE,OPEN_PRICE,HIGH_PRICE,LOW_PRICE,LAST_PRICE,CLOSE_PRICE,AVG_PRICE,TTL_TRD_QNTY";

  const tokensOf = async (room = "NIFTY-2/3/2026") => {
    const { tokens } = await roomOf(room, "2026-01-30");
    return [0, 1, 2, 3].map((row) => [tokens.prevClose[row], tokens.prevOi[row], tokens.prevVol[row]]);
  };
  /** The change is left out, so the file does not tell the previous close of the spot. */
  const chain = (date = "2026-01-30") => [
    SNAPSHOT_HEADER,
    ...snapshotChain(["10:00", "15:29"]).map((line) => line.replace(",0.5,", ",-,").replaceAll("2026-01-30", date)),
  ];

  it("come from the figures of the preceding trading day alone", async () => {
    // 26 January is a holiday, so it is the 29th that precedes the 30th, and no other day serves.
    const report = await run(
      [history, option("2026-01-29", "CE", 25_150), option("2026-01-28", "PE", 25_150)],
      [cashLine, "2026-01-29,NIFTY,25342.75,25300,25400,25200,25410,25418.9,1,1"],
      chain(),
    );
    expect(await tokensOf()).toEqual([
      [2_541_890, ABSENT, ABSENT],
      [805, 1300, 650],
      [ABSENT, ABSENT, ABSENT],
      [ABSENT, ABSENT, ABSENT],
    ]);
    expect(reportLines(report).join("\n")).toContain("previous close or OI of 2 contracts from 2026-01-29");
    const [manifest] = await archive.days();
    expect(manifest.symbols[0].prevClose).toBe(25_418.9);
  });

  it("else from that day's archived minutes, where they reach the close", async () => {
    await run(chain("2026-01-29"));
    await run(chain());
    expect((await tokensOf()).slice(0, 2)).toEqual([
      [2_531_050, ABSENT, ABSENT],
      [16_100, 6565, 13_650],
    ]);
    const short = chain("2026-01-29").filter((line) => !line.includes("15:29"));
    await run(short);
    await run(chain());
    expect((await tokensOf()).slice(0, 2)).toEqual([
      [ABSENT, ABSENT, ABSENT],
      [ABSENT, ABSENT, ABSENT],
    ]);
  });

  it("are absent where no day is at hand, and the source's own where it has them", async () => {
    expect(reportLines(await run(chain())).join("\n")).not.toContain("previous close or OI");
    expect((await tokensOf()).flat().every((value) => value === ABSENT)).toBe(true);
    await run(
      [
        "DATE,EXPIRY,OPEN,HIGH,LOW,CLOSE,LTP,SETTLE PRICE,TOTAL TRADED QUANTITY,MARKET LOT,PREMIUM VALUE,OPEN INTEREST,CHANGE IN OI,SYMBOL,INSTRUMENT_TYPE",
        "2020-10-01,2020-10-29,1,9,1,8,8,8,75,75,0,7500,75,NIFTY,FUTIDX",
      ],
      [FUTURES, futureLine("10:00:20")],
    );
    const day = await roomOf(ROOM, "2020-10-05");
    const future = rowOf(day, FUT);
    // The close is the source's: the price less its change.
    expect([day.tokens.prevClose[future], day.tokens.prevOi[future]]).toEqual([1_143_555, 7500]);
  });
});
