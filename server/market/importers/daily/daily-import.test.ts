import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { CE, FUT, PE } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../../testing/market/file-archive.ts";
import { writeChain } from "../../../testing/market/sample-chains.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { createFileStore } from "../../archive/file-store.ts";
import { contractRow, MENTIONED, OFFICIAL, RECORDED } from "../../daily/daily-figures.ts";
import { createDailyStore, type DailyStore } from "../../daily/daily-store.ts";
import { importFiles } from "../import-files.ts";
import { hasFailed } from "../report/import-report.ts";
import { reportLines } from "../report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

const UDIFF =
  "TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4";
const UDIFF_ROWS = [
  "2025-08-14,2025-08-14,FO,NSE,IDO,57001,,NIFTY,,2025-08-28,2025-08-28,23150.00,PE,NIFTY25AUG23150PE,10.50,10.50,7.50,8.70,8.20,10.35,24631.30,8.70,27150,4800,324,563071500.00,120,F1,75,,,,,",
  "2025-08-14,2025-08-14,FO,NSE,IDF,53001,,NIFTY,,2025-08-28,2025-08-28,,,NIFTY25AUGFUT,24658.00,24733.00,24621.00,24702.40,24700.00,24658.90,24631.30,24702.40,14250000,-30000,61000,1.0,2,F1,75,,,,,",
  "2025-08-14,2025-08-14,CM,NSE,STK,2885,INE002A01018,RELIANCE,EQ,,,,,RELIANCE,1382.00,1386.50,1369.10,1373.80,1374.00,1383.60,,1373.80,,,9876543,1.0,2,F1,1,,,,,",
  "2025-08-14,2025-08-14,CM,NSE,STK,9999,INE000000000,SGBAUG28V,GB,,,,,SGB,1,1,1,1,1,1,,1,,,1,1.0,2,F1,1,,,,,",
  "2025-08-14,2025-08-14,FO,BSE,IDO,811,,SENSEX,,2025-08-19,2025-08-19,80500.00,CE,SENSEX25AUG80500CE,0,0,0,410.20,0,415.00,80597.66,410.20,2000,0,0,0,0,F1,20,,,,,",
];
const LEGACY =
  "INSTRUMENT,SYMBOL,EXPIRY_DT,STRIKE_PR,OPTION_TYP,OPEN,HIGH,LOW,CLOSE,SETTLE_PR,CONTRACTS,VAL_INLAKH,OPEN_INT,CHG_IN_OI,TIMESTAMP,";
const CONVERTED =
  "SYMBOL,EXPIRY_DT,STRIKE_PR,OPTION_TYP,SETTLE_PR,OPEN_INT,CHG_IN_OI,VOLUME,TRADE_DATE,UNDERLYING_PRICE,HIGH_PRICE,LOW_PRICE,OPEN_PRICE,CLOSE_PRICE,LAST_PRICE";
const HISTORY =
  "DATE,EXPIRY,OPEN,HIGH,LOW,CLOSE,LTP,SETTLE PRICE,TOTAL TRADED QUANTITY,MARKET LOT,PREMIUM VALUE,OPEN INTEREST,CHANGE IN OI,SYMBOL,INSTRUMENT_TYPE";
const CASH = "DATE,SYMBOL,PREV_CLOSE,OPEN_PRICE,HIGH_PRICE,LOW_PRICE,LAST_PRICE,CLOSE_PRICE,AVG_PRICE,TTL_TRD_QNTY";
const STOCK_EOD =
  "trade_date,snapshot_hhmm,Stock,Expiry,Strike,CE_LTP,CE_OI,CE_Volume,PE_LTP,PE_OI,PE_Volume,Stock_LTP,Stock_High,Stock_Low,Stock_%_Change,Max_Pain,timestamp";
const EOD_ROW =
  "2026-01-20,15-33,360ONE,2026-01-27,960.0,239.15,1500.0,0.0,0.45,25000.0,53000.0,1129.6,1163.9,1123.5,-3.461,25757.0,2026-01-20 15:32";

let folder: string;
let store: DailyStore;

beforeEach(() => {
  folder = temporaryFolder();
  store = createDailyStore({ store: createFileStore(join(folder, "archive")) });
});

const runFiles = (paths: readonly string[], dryRun = false) =>
  importFiles(paths, {
    archive: createFileArchive({ folder: join(folder, "archive") }),
    daily: store,
    progress: quiet,
    dryRun,
    force: true,
  });
const run = (header: string, rows: readonly string[], dryRun = false) =>
  runFiles([writeChain(folder, "figures.csv.gz", [header, ...rows])], dryRun);

/** What the store says of a contract. */
async function figuresOf(date: string, symbol: string, expiry: string, type: number, strike: number) {
  const table = await store.contracts(isoDate(date), symbol);
  const row = table ? contractRow(table, isoDate(expiry), type, strike) : -1;
  if (table === undefined || row < 0) return undefined;
  const { open, high, low, close, last, settle, prevClose } = table.prices;
  const { volume, oi, prevOi } = table.quantities;
  const prices = [open, high, low, close, last, settle, prevClose].map((column) => column[row]);
  return { prices, quantities: [volume, oi, prevOi].map((column) => column[row]), lot: table.lot[row] };
}

const underlyingOf = async (date: string, symbol: string) =>
  (await store.day(isoDate(date)))?.underlyings.find((row) => row.symbol === symbol);

describe("a UDiFF bhavcopy", () => {
  it("gives contracts of both exchanges, shares, and what underlyings cost; other series are passed over", async () => {
    const report = await run(UDIFF, UDIFF_ROWS);
    expect(report.files[0]).toMatchObject({ imported: 4, passed: 1, rejected: 0, error: undefined });
    expect(report.daily).toMatchObject([{ days: 1, newDays: 1, contracts: 3, underlyings: 3, unknownLots: [] }]);
    expect(hasFailed(report)).toBe(false);
    // The volume is 324 contracts of 75; OI is units already.
    expect(await figuresOf("2025-08-14", "NIFTY", "2025-08-28", PE, 2_315_000)).toEqual({
      prices: [1050, 1050, 750, 870, 820, 870, 1035],
      quantities: [24_300, 27_150, 22_350],
      lot: 75,
    });
    expect(await figuresOf("2025-08-14", "NIFTY", "2025-08-28", FUT, 0)).toMatchObject({
      quantities: [4_575_000, 14_250_000, 14_280_000],
    });
    // Nobody traded: no open, high, low or last price, and the close that the exchange gives.
    expect(await figuresOf("2025-08-14", "SENSEX", "2025-08-19", CE, 8_050_000)).toEqual({
      prices: [ABSENT, ABSENT, ABSENT, 41_020, ABSENT, 41_020, 41_500],
      quantities: [0, 2000, 2000],
      lot: 20,
    });
    expect(await underlyingOf("2025-08-14", "NIFTY")).toMatchObject({ close: 2_463_130, rank: MENTIONED });
    expect(await underlyingOf("2025-08-14", "RELIANCE")).toMatchObject({
      close: 137_380,
      prevClose: 138_360,
      volume: 9_876_543,
      rank: OFFICIAL,
    });
  });

  it("takes the actual expiry where a holiday moved it, and no stock contract of the other exchange", async () => {
    const moved = UDIFF_ROWS[0].replace("2025-08-28,2025-08-28", "2025-08-28,2025-08-26");
    const other = UDIFF_ROWS[0].replace("FO,NSE", "FO,BSE").replace(",NIFTY,", ",RELIANCE,");
    const report = await run(UDIFF, [moved, other]);
    expect(report.files[0]).toMatchObject({ imported: 1, passed: 1 });
    expect(await figuresOf("2025-08-14", "NIFTY", "2025-08-26", PE, 2_315_000)).toBeDefined();
  });
});

describe("other files of days", () => {
  it("the bhavcopy before UDiFF: contracts by the lot of that day; none where the lot is not known", async () => {
    const report = await run(LEGACY, [
      "OPTIDX,NIFTY,29-Oct-2020,11500,CE,100.05,130,90.5,120.1,120.1,1000,1,750000,-7500,05-OCT-2020,",
      "FUTIDX,NIFTY,29-Oct-2020,0,XX,11464,11580,11452,11519,11519,2000,1,10200000,75000,05-OCT-2020,",
      "FUTSTK,ZEEL,29-Oct-2020,0,XX,200,210,199,205,205,10,1,30000,3000,05-OCT-2020,",
    ]);
    expect(report.files[0]).toMatchObject({ imported: 3, rejected: 0 });
    expect(await figuresOf("2020-10-05", "NIFTY", "2020-10-29", CE, 1_150_000)).toEqual({
      prices: [10_005, 13_000, 9050, 12_010, ABSENT, 12_010, ABSENT],
      quantities: [75_000, 750_000, 757_500],
      lot: 75,
    });
    expect(await figuresOf("2020-10-05", "ZEEL", "2020-10-29", FUT, 0)).toMatchObject({
      quantities: [ABSENT, 30_000, 27_000],
      lot: ABSENT,
    });
    expect(report.daily[0].unknownLots).toEqual(["ZEEL"]);
    expect(reportLines(report).join("\n")).toContain("no volume, as the lot is not known: ZEEL");
  });

  it("the converted bhavcopy, with the underlying's price", async () => {
    await run(CONVERTED, [
      "NIFTY,28-08-2025,23150.0,PE,8.7,27150,4800,324,14-08-2025,24631.3,10.5,7.5,10.5,8.7,8.2",
      "NIFTY,21-08-2025,26850.0,PE,2187.9,225,0,0,14-08-2025,24631.3,0.0,0.0,0.0,2294.2,2294.2",
    ]);
    expect(await figuresOf("2025-08-14", "NIFTY", "2025-08-28", PE, 2_315_000)).toEqual({
      prices: [1050, 1050, 750, 870, 820, 870, ABSENT],
      quantities: [24_300, 27_150, 22_350],
      lot: 75,
    });
    expect(await underlyingOf("2025-08-14", "NIFTY")).toMatchObject({ close: 2_463_130, open: ABSENT });
  });

  it("histories of contracts: units as they are, futures and options", async () => {
    await run(HISTORY, [
      "2020-01-01,2020-01-30,32417.3,32495.75,32225.0,32285.2,32300.0,32285.2,1919980,20,62059555086.0,1299680.0,-5300.0,BANKNIFTY,FUTIDX",
    ]);
    expect(await figuresOf("2020-01-01", "BANKNIFTY", "2020-01-30", FUT, 0)).toEqual({
      prices: [3_241_730, 3_249_575, 3_222_500, 3_228_520, 3_230_000, 3_228_520, ABSENT],
      quantities: [1_919_980, 1_299_680, 1_304_980],
      lot: 20,
    });
    const report = await run(`${HISTORY},OPTION TYPE,STRIKE PRICE`, [
      "2021-02-01,2021-02-25,544.15,1881.5,504.0,1699.95,1829.7,1699.95,1703075,25,56042131508.75,180350.0,-44150.0,BANKNIFTY,OPTIDX,CE,32000.0",
      "2021-02-01,2021-02-25,544.15,1881.5,504.0,1699.95,1829.7,1699.95,1703075,25,56042131508.75,180350.0,-44150.0,BANKNIFTY,OPTIDX,XX,32000.0",
    ]);
    expect(report.files[0].rejects).toEqual([{ line: 3, reason: 'neither a future nor an option: "OPTIDX XX"' }]);
    expect(await figuresOf("2021-02-01", "BANKNIFTY", "2021-02-25", CE, 3_200_000)).toMatchObject({
      quantities: [1_703_075, 180_350, 224_500],
    });
  });

  it("a reply of the exchange's history, in JSON", async () => {
    const path = join(folder, "reply.json");
    const item = {
      FH_INSTRUMENT: "FUTIDX",
      FH_SYMBOL: "BANKNIFTY",
      FH_EXPIRY_DT: "24-Feb-2026",
      FH_STRIKE_PRICE: 0,
      FH_OPTION_TYPE: "XX",
      FH_OPENING_PRICE: 60_027.6,
      FH_TRADE_HIGH_PRICE: 60_400,
      FH_TRADE_LOW_PRICE: 60_027.6,
      FH_CLOSING_PRICE: 60_332.8,
      FH_LAST_TRADED_PRICE: 60_366,
      FH_PREV_CLS: 60_329.2,
      FH_SETTLE_PRICE: 60_332.8,
      FH_TOT_TRADED_QTY: 13_200,
      FH_OPEN_INT: 45_300,
      FH_CHANGE_IN_OI: 3000,
      FH_MARKET_LOT: 30,
      FH_TIMESTAMP: "15-Dec-2025",
      FH_UNDERLYING_VALUE: 59_461.8,
    };
    writeFileSync(path, JSON.stringify([item]));
    expect(hasFailed(await runFiles([path]))).toBe(false);
    expect(await figuresOf("2025-12-15", "BANKNIFTY", "2026-02-24", FUT, 0)).toMatchObject({
      quantities: [13_200, 45_300, 42_300],
    });
    writeFileSync(path, JSON.stringify({ status: "none" }));
    expect((await runFiles([path])).files[0].error).toMatch(/reply.json: line 1: the JSON holds no list of items/);
    writeFileSync(path, '[{"a": 1');
    expect((await runFiles([path])).files[0].error).toMatch(/reply.json: the JSON cannot be read/);
  });

  it("shares and indexes by day, and the near USDINR future with four decimals", async () => {
    await run(CASH, ["2025-07-01,360ONE,1194.5,1198.0,1208.4,1170.0,1176.0,1175.5,1182.95,1117721"]);
    expect(await underlyingOf("2025-07-01", "360ONE")).toMatchObject({
      close: 117_550,
      prevClose: 119_450,
      volume: 1_117_721,
      rank: OFFICIAL,
    });
    await run("symbol,Date,Close,High,Low,Open,Volume", [
      "BANKNIFTY,2020-01-02,32443.47,32465.07,32121.03,32132.78,253600",
    ]);
    expect(await underlyingOf("2020-01-02", "BANKNIFTY")).toMatchObject({
      close: 3_244_347,
      volume: ABSENT,
      rank: RECORDED,
    });
    await run("Expiry,Previous settle,Open,High,Low,Close,Settle,Timestamp", [
      "2010-11-26,44.7425,44.5975,44.715,44.56,44.6775,44.6775,2010-11-01",
    ]);
    expect(await figuresOf("2010-11-01", "USDINR", "2010-11-26", FUT, 0)).toMatchObject({
      prices: [445_975, 447_150, 445_600, 446_775, ABSENT, 446_775, 447_425],
      quantities: [ABSENT, ABSENT, ABSENT],
    });
  });

  it("stock chains after the close: both sides, the stock's last price, no close", async () => {
    const report = await run(STOCK_EOD, [
      EOD_ROW,
      EOD_ROW.replace("960.0", "980.0").replace("20 15:32", "20 15:12"),
      EOD_ROW.replace("960.0", "1000.0").replace(",0.0,", ",,"),
    ]);
    expect(report.files[0].rejects).toEqual([
      { line: 3, reason: 'timestamp "2026-01-20 15:12" is not after the close of 2026-01-20' },
    ]);
    expect(await figuresOf("2026-01-20", "360ONE", "2026-01-27", CE, 96_000)).toMatchObject({
      prices: [ABSENT, ABSENT, ABSENT, ABSENT, 23_915, ABSENT, ABSENT],
      quantities: [0, 1500, ABSENT],
    });
    expect(report.daily[0].contracts).toBe(4);
    expect(await figuresOf("2026-01-20", "360ONE", "2026-01-27", PE, 96_000)).toMatchObject({
      prices: [ABSENT, ABSENT, ABSENT, ABSENT, 45, ABSENT, ABSENT],
      quantities: [53_000, 25_000, ABSENT],
    });
    expect(await figuresOf("2026-01-20", "360ONE", "2026-01-27", CE, 100_000)).toMatchObject({
      quantities: [ABSENT, 1500, ABSENT],
    });
    expect(await underlyingOf("2026-01-20", "360ONE")).toMatchObject({ last: 112_960, close: ABSENT, high: 116_390 });
  });
});

describe("bad rows", () => {
  it("are named with line and reason, the others are stored", async () => {
    const [good] = UDIFF_ROWS;
    const { files } = await run(UDIFF, [
      good,
      good,
      good.replace("2025-08-14,2025", "2025-08-16,2025"),
      good.replace(",2025-08-28,23150", ",2025-08-07,23150"),
      good.replace("23150.00", "x"),
      good.replace(",PE,", ",ZZ,"),
      good.replace("10.50,10.50,7.50", "10.50,7.00,7.50").replace("23150", "23100"),
      good.replace("27150,", "27150.5,").replace("23150", "23100"),
      good.replace(",8.20,", ",8.203,").replace("23150", "23100"),
      "1,2,3",
    ]);
    expect(files[0]).toMatchObject({ lines: 10, imported: 1, rejected: 9 });
    expect(files[0].rejects.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "3: the same contract and day as line 2, which counts",
      "4: 2025-08-16 is no trading day of NIFTY",
      "5: the expiry 2025-08-07 is before the day, 2025-08-14",
      '6: StrkPric is not a number: "x"',
      '7: OptnTp is neither CE nor PE, nor empty: "ZZ"',
      "8: the high, 7, is below the low, 7.5",
      "9: OI is not a whole number of units: 27150.5 contracts of 1",
      "10: the last price has too many decimals: 8.203",
      "11: it has 3 cells, the header has 34",
    ]);
    const cash = "2025-07-01,360ONE,1194.5,1198.0,1208.4,1170.0,1176.0,1175.5,1182.95,1117721";
    const twice = await run(CASH, [cash, cash]);
    expect(twice.files[0].rejects).toEqual([
      { line: 3, reason: "the same underlying and day as line 2, which counts" },
    ]);
  });

  it("a file that was cut off stores nothing", async () => {
    const rows = Array.from({ length: 400 }, (_, i) => UDIFF_ROWS[0].replace("23150", String(20_000 + i * 50)));
    const whole = gzipSync([UDIFF, ...rows].join("\n"));
    const path = join(folder, "cut.csv.gz");
    writeFileSync(path, whole.subarray(0, whole.length - 200));
    const report = await runFiles([path]);
    expect(report.files[0].error).toMatch(/cut.csv.gz: line \d+: the gzip data end in the middle/);
    expect(await store.list()).toEqual([]);
  });
});

describe("several imports of one day", () => {
  it("add up, whatever their order; the same again changes nothing and says so", async () => {
    const nifty = writeChain(folder, "nifty.csv", [UDIFF, UDIFF_ROWS[0]]);
    const shares = writeChain(folder, "shares.csv", [UDIFF, UDIFF_ROWS[2]]);
    await runFiles([nifty, shares]);
    expect((await store.day(isoDate("2025-08-14")))?.origin).toEqual(["nifty.csv", "shares.csv"]);
    expect(await figuresOf("2025-08-14", "NIFTY", "2025-08-28", PE, 2_315_000)).toBeDefined();
    const again = await runFiles([nifty]);
    expect(again.daily).toMatchObject([{ newDays: 0, contracts: 1, unchanged: 2, replaced: 0 }]);
    const corrected = await run(UDIFF, [UDIFF_ROWS[0].replace(",27150,", ",27225,")]);
    expect(corrected.daily).toMatchObject([{ unchanged: 1, replaced: 1 }]);
    expect(await figuresOf("2025-08-14", "NIFTY", "2025-08-28", PE, 2_315_000)).toMatchObject({
      quantities: [24_300, 27_225, 22_425],
    });
  });

  it("never put a recorder's figure in place of the exchange's", async () => {
    const cash = "2026-01-20,360ONE,1170.1,1160.0,1163.9,1123.5,1129.0,1129.6,1140.1,99";
    for (const order of [
      [CASH, cash, STOCK_EOD, EOD_ROW],
      [STOCK_EOD, EOD_ROW, CASH, cash],
    ]) {
      await run(order[0], [order[1]]);
      const { daily } = await run(order[2], [order[3]]);
      expect(daily[0].outranked).toBe(order[2] === STOCK_EOD ? 1 : 0);
      expect(await underlyingOf("2026-01-20", "360ONE")).toMatchObject({ close: 112_960, prevClose: 117_010 });
    }
  });

  it("a dry run writes nothing and says the same", async () => {
    const report = await run(UDIFF, UDIFF_ROWS, true);
    expect(report.daily).toMatchObject([{ isDryRun: true, days: 1, newDays: 1, contracts: 3 }]);
    expect(existsSync(join(folder, "archive"))).toBe(false);
    expect(reportLines(report).join("\n")).toContain("1 day (2025-08-14), not written (dry run)");
  });
});
