import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../../testing/market/file-archive.ts";
import { writeChain } from "../../../testing/market/sample-chains.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { createFileStore } from "../../archive/file-store.ts";
import { createDailyStore } from "../../daily/daily-store.ts";
import { createReferenceStore, type ReferenceStore } from "../../reference/reference-store.ts";
import { importFiles } from "../import-files.ts";
import { hasFailed } from "../report/import-report.ts";
import { reportLines } from "../report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };
const DAY = "2026-04-21";

let folder: string;
let store: ReferenceStore;

beforeEach(() => {
  folder = temporaryFolder();
  store = createReferenceStore(join(folder, "reference"));
});

interface Options {
  readonly asOf?: string | undefined;
  readonly index?: string;
  readonly dryRun?: boolean;
}

const runFiles = (paths: readonly string[], { asOf, index, dryRun = false }: Options = {}) =>
  importFiles(paths, {
    archive: createFileArchive({ folder: join(folder, "archive") }),
    daily: createDailyStore({ store: createFileStore(join(folder, "archive")) }),
    reference: store,
    context: { asOf: asOf === undefined ? undefined : isoDate(asOf), index },
    progress: quiet,
    dryRun,
    force: true,
  });
const run = (lines: readonly string[], options?: Options) => runFiles([writeChain(folder, "list.csv", lines)], options);

describe("lists of instruments", () => {
  it("of Kite give lot and tick of each underlying and expiry; shares are passed over", async () => {
    const report = await run(
      [
        "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange",
        "1,1,NIFTY26APR24000CE,NIFTY,1,2026-04-28,24000.0,0.05,65,CE,NFO-OPT,NFO",
        "2,2,NIFTY26APR24000PE,NIFTY,1,2026-04-28,24000.0,0.05,65,PE,NFO-OPT,NFO",
        "3,3,NIFTY26APRFUT,NIFTY,1,2026-04-28,0,0.1,65,FUT,NFO-FUT,NFO",
        "4,4,BANKNIFTY26APR53400CE,,1,2026-04-28,53400.0,0.05,30,CE,NFO-OPT,NFO",
        "5,5,SENSEX2642380000CE,,1,2026-04-23,80000.0,0.05,20,CE,BFO-OPT,BFO",
        "6,6,TCS,TCS,1,,0.0,0.05,1,EQ,NSE,NSE",
        "7,7,NIFTY26APR24100CE,NIFTY,1,2026-04-28,24100.0,0.05,75,CE,NFO-OPT,NFO",
        "8,8,NIFTY26MAR24100CE,NIFTY,1,2026-03-30,24100.0,0.05,65,CE,NFO-OPT,NFO",
      ],
      { asOf: DAY },
    );
    expect(report.files[0]).toMatchObject({ imported: 5, passed: 1, rejected: 2 });
    expect(report.files[0].rejects.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "8: lot or tick differ from those of line 2, which count",
      "9: the expiry 2026-03-30 is before the day of the list, 2026-04-21",
    ]);
    const rows = await store.read("contracts");
    expect(rows.map(({ symbol, kind, lot, tick, exchange }) => [symbol, kind, lot, tick, exchange])).toEqual([
      ["BANKNIFTY", "option", 30, 0.05, "NSE"],
      ["NIFTY", "future", 65, 0.1, "NSE"],
      ["NIFTY", "option", 65, 0.05, "NSE"],
      ["SENSEX", "option", 20, 0.05, "BSE"],
    ]);
  });

  it("of Upstox, in JSON: as recorded, or its complete list with expiries in milliseconds", async () => {
    const item = {
      segment: "NSE_FO",
      exchange: "NSE",
      expiry: "2026-04-28",
      instrument_key: "NSE_FO|1",
      tick_size: 5,
      lot_size: 65,
      instrument_type: "CE",
      underlying_symbol: "NIFTY",
      nothing: null,
    };
    const path = join(folder, "list.json");
    writeFileSync(path, JSON.stringify({ response: { status: "success", data: [item] } }));
    expect(hasFailed(await runFiles([path], { asOf: DAY }))).toBe(false);
    const complete = [
      { ...item, expiry: Date.UTC(2026, 3, 28, 18, 29, 59), underlying_symbol: "BANKNIFTY", lot_size: 30 },
      { segment: "NSE_EQ", exchange: "NSE", instrument_key: "NSE_EQ|1", instrument_type: "EQ" },
    ];
    writeFileSync(path, JSON.stringify(complete));
    expect((await runFiles([path], { asOf: DAY })).files[0]).toMatchObject({ imported: 1, passed: 1, rejected: 0 });
    expect((await store.read("contracts")).map(({ symbol, expiry, lot, tick }) => [symbol, expiry, lot, tick])).toEqual(
      [
        ["BANKNIFTY", "2026-04-28", 30, 0.05],
        ["NIFTY", "2026-04-28", 65, 0.05],
      ],
    );
  });

  it("of Dhan, and tables of lots and expiries made of such lists", async () => {
    await run(
      [
        "security_id,exchange,segment,instrument_type,underlying_symbol,trading_symbol,display_name,expiry_date,strike_price,option_type,expiry_flag,lot_size",
        "1100001,BSE,D,OPTIDX,SENSEX,BSXOPT,SENSEX 07 MAY 66500 CALL,2026-05-07,66500.0,CE,W,20",
        "1,MCX,M,OPTIDX,MCXBULLDEX,X,X,2026-05-07,1,CE,M,30",
      ],
      { asOf: DAY },
    );
    await run(
      [
        "exchange,underlying,instrument_type,nearest_expiry,lot_size,step_mode,step_min,strikes,strike_min,strike_max",
        "BSE,BANKEX,OPTIDX,2026-04-30,30,100.0,100.0,27,1,2",
      ],
      { asOf: DAY },
    );
    await run(
      [
        "symbol,instrument,expiry,lot_size,step_mode,step_min,step_max,strikes",
        "ABB,OPTSTK,2026-04-28,125,50,50,100,41",
      ],
      { asOf: DAY },
    );
    const expiries = await run(["symbol,expiry,kind,seen_in,weekday", "NIFTY,2020-10-29,future,x,Thursday"]);
    expect(hasFailed(expiries)).toBe(false);
    expect((await store.read("contracts")).map(({ symbol, kind, lot, seen }) => [symbol, kind, lot, seen])).toEqual([
      ["ABB", "option", 125, DAY],
      ["BANKEX", "option", 30, DAY],
      ["NIFTY", "future", undefined, undefined],
      ["SENSEX", "option", 20, DAY],
    ]);
  });
});

describe("lists by symbol or date", () => {
  it("lots, freeze quantities (padded names and figures), sectors, members of an index", async () => {
    await run(["Stock,Lot_Size", "360ONE,500", "ABB,12.5"], { asOf: DAY });
    expect(await store.read("lots")).toEqual([{ symbol: "360ONE", lot: 500, from: DAY }]);
    const freeze = await run(["S.No.,SYMBOL    ,VOL_FRZ_QTY    ", "1    ,NIFTY ,2000            "], { asOf: DAY });
    expect(await store.read("freeze")).toEqual([{ symbol: "NIFTY", units: 2000, from: DAY }]);
    expect(reportLines(freeze).join("\n")).toContain("NIFTY: freeze quantity 2000 on 2026-04-21, built in 1800");
    await run(["\uFEFFSYMBOL,SECTOR", "DELHIVERY,TRANSPORTATION", "DELHIVERY,OTHER"], { asOf: DAY });
    expect(await store.read("sectors")).toEqual([{ symbol: "DELHIVERY", sector: "TRANSPORTATION", from: DAY }]);
    const members = [
      "Company Name,Industry,Symbol,Series,ISIN Code",
      "Adani Enterprises Ltd.,Metals & Mining,NSE:ADANIENT,EQ,INE423A01024",
    ];
    await run(members, { asOf: DAY, index: "NIFTY 50" });
    expect(await store.read("constituents")).toMatchObject([{ index: "NIFTY 50", symbol: "ADANIENT" }]);
    expect((await run(members, { asOf: DAY })).files[0].error).toMatch(
      /list.csv: the file does not say which index it lists: give --index NAME/,
    );
  });

  it("holidays and weekend sessions say their dates themselves; lots do not", async () => {
    const holidays = await run(["date,description,basis", "2026-01-26,Republic Day,x", "2026-13-26,None,x"]);
    expect(holidays.files[0].rejects).toEqual([{ line: 3, reason: 'date is not a date (YYYY-MM-DD): "2026-13-26"' }]);
    await run(["date", "2026-02-01"]);
    const reply = join(folder, "holidays.json");
    writeFileSync(reply, JSON.stringify({ FO: [{ tradingDate: "26-Jan-2023", description: "Republic Day" }] }));
    await runFiles([reply]);
    expect((await store.read("holidays")).map(({ date }) => date)).toEqual(["2023-01-26", "2026-01-26"]);
    expect(await store.read("sessions")).toEqual([{ date: "2026-02-01" }]);
    const lots = await run(["Stock,Lot_Size", "360ONE,500"]);
    expect(lots.files[0].error).toMatch(/list.csv: the file does not say of which day it is: give --as-of YYYY-MM-DD/);
    expect(hasFailed(lots)).toBe(true);
  });

  it("a dry run writes nothing", async () => {
    const report = await run(["Stock,Lot_Size", "360ONE,500"], { asOf: DAY, dryRun: true });
    expect(reportLines(report).join("\n")).toContain("1 row would go to reference/lots.json: 1 new");
    expect(existsSync(join(folder, "reference"))).toBe(false);
  });
});

it("lots of a list serve the files that are imported with it", async () => {
  const lots = writeChain(folder, "lots.csv", ["Stock,Lot_Size", "ZEEL,3000"]);
  const legacy = writeChain(folder, "fo.csv", [
    "INSTRUMENT,SYMBOL,EXPIRY_DT,STRIKE_PR,OPTION_TYP,OPEN,HIGH,LOW,CLOSE,SETTLE_PR,CONTRACTS,VAL_INLAKH,OPEN_INT,CHG_IN_OI,TIMESTAMP",
    "FUTSTK,ZEEL,29-Oct-2020,0,XX,200,210,199,205,205,10,1,30000,3000,05-OCT-2020",
  ]);
  const report = await runFiles([legacy, lots], { asOf: "2020-10-01" });
  expect(report.daily[0].unknownLots).toEqual([]);
  const daily = createDailyStore({ store: createFileStore(join(folder, "archive")) });
  expect((await daily.contracts(isoDate("2020-10-05"), "ZEEL"))?.quantities.volume[0]).toBe(30_000);
});
