/**
 * Every kind of real file at hand (MARKET_DATA): what was stored equals what a plain script reads out of the raw text,
 * and figures of independent sources agree where they are about the same thing.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { CE, FUT, PE } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { recordingsFolder } from "../../testing/market/recordings.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { loadRoomDay } from "../archive/blob-codec.ts";
import { createFileStore } from "../archive/file-store.ts";
import { createDailyStore } from "../daily/daily-store.ts";
import { createReferenceStore } from "../reference/reference-store.ts";
import { importFiles } from "./import-files.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

/** The folder that holds `daily/`, `futures/`, `reference/` and the others. */
function dataFolder(): string | undefined {
  const chains = recordingsFolder();
  if (chains === undefined) return undefined;
  return [chains, join(chains, "..")].find((folder) => existsSync(join(folder, "daily")));
}

type Row = Readonly<Record<string, string>>;

/** The raw text of a file as rows by column name. */
function rawRows(path: string): Row[] {
  const bytes = readFileSync(path);
  const [header = "", ...lines] = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString().trim().split(/\r?\n/);
  const names = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
  });
}

const scaled = (rupees: string): number => (Number(rupees) > 0 ? Math.round(Number(rupees) * 100) : ABSENT);

unlessMissing("real files", dataFolder(), "the recorded market data (MARKET_DATA)", (data) => {
  const files = (folder: string, pattern: RegExp) =>
    readdirSync(join(data, folder))
      .filter((name) => pattern.test(name))
      .map((name) => join(data, folder, name));

  const folder = temporaryFolder();
  const archive = createFileArchive({ folder: join(folder, "archive") });
  const daily = createDailyStore({ store: createFileStore(join(folder, "archive")) });
  const reference = createReferenceStore(join(folder, "reference"));
  const run = (paths: readonly string[], asOf?: string, index?: string, dryRun = false) =>
    importFiles(paths, {
      dryRun,
      archive,
      daily,
      reference,
      progress: quiet,
      context: { asOf: asOf === undefined ? undefined : isoDate(asOf), index },
    });
  const rejects = (report: Awaited<ReturnType<typeof run>>) =>
    report.files.flatMap(({ name, error, rejected }) => (error || rejected ? [{ name, error, rejected }] : []));

  it("bhavcopies, row by row", async () => {
    const paths = files("daily", /^fo_bhavcopy/);
    expect(rejects(await run(paths))).toEqual([]);
    for (const rows of paths.map(rawRows)) {
      const table = await daily.contracts(isoDate("2025-08-14"), rows[0].SYMBOL);
      const stored = new Map(
        table?.expiry.map((expiry, row) => [`${expiry} ${table.strike[row]} ${table.type[row]}`, row]),
      );
      expect(stored.size).toBe(rows.length);
      for (const raw of rows) {
        const [day, month, year] = raw.EXPIRY_DT.split("-");
        const type = raw.OPTION_TYP === "CE" ? CE : PE;
        const row = stored.get(`${year}-${month}-${day} ${Number(raw.STRIKE_PR) * 100} ${type}`) ?? -1;
        const found = table && [table.prices.close[row], table.prices.high[row], table.quantities.oi[row]];
        expect(found).toEqual([scaled(raw.CLOSE_PRICE), scaled(raw.HIGH_PRICE), Number(raw.OPEN_INT)]);
        // Contracts, of 75 (NIFTY) and 65 (FINNIFTY) units in August 2025.
        const lot = raw.SYMBOL === "NIFTY" ? 75 : 65;
        expect(table?.quantities.volume[row]).toBe(Number(raw.VOLUME) * lot);
      }
    }
  });

  it("stock chains after the close, then a recorded day of minutes that takes its previous figures from them", async () => {
    const [eod] = files("stock_options_eod", /2026-01-20/);
    const [minutes] = files("options_intraday", /^stock_chain/);
    const report = await run([minutes, eod]);
    expect(rejects(report).filter(({ error }) => error !== undefined)).toEqual([]);
    expect(report.days[0].notes.join()).toMatch(/previous close or OI of [\d,]+ contracts from 2026-01-20/);
    const raw = rawRows(eod).filter(({ Stock }) => Stock === "RELIANCE");
    const stored = await archive.read({
      source: "import",
      date: isoDate("2026-01-21"),
      room: "RELIANCE-1/27/2026",
    });
    const day = stored && (await loadRoomDay(stored));
    let compared = 0;
    for (const { Strike, CE_OI, CE_LTP, CE_Volume } of raw) {
      const row = day
        ? Array.from(day.tokens.type).findIndex(
            (type, i) => type === CE && day.tokens.strike[i] === Number(Strike) * 100,
          )
        : -1;
      if (day === undefined || row < 0) continue;
      expect(day.tokens.prevOi[row]).toBe(Number(CE_OI));
      expect(day.tokens.prevClose[row]).toBe(Number(CE_Volume) > 0 ? scaled(CE_LTP) : ABSENT);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  }, 30_000);

  it("futures by the minute: the previous OI is what the site itself told at the last close", async () => {
    const paths = files("futures", /future_intraday/);
    const report = await run(paths);
    expect(report.files.map(({ rejected, error }) => [rejected, error])).toEqual([
      [2, undefined],
      [1, undefined],
    ]);
    const days = ["2020-09-29", "2020-10-01", "2020-10-05", "2020-10-06", "2020-10-07", "2020-10-09", "2020-10-12"];
    expect(report.days.map(({ date }) => date)).toEqual(days);
    const raw = rawRows(paths[1]);
    for (const [date, before] of [
      ["2020-10-06", "2020-10-05"],
      ["2020-10-07", "2020-10-06"],
    ]) {
      const stored = await archive.read({ source: "import", date: isoDate(date), room: "Futures-NSE-10/29/2020" });
      const day = stored && (await loadRoomDay(stored));
      const row = day?.tokens.symbol?.indexOf("NIFTY") ?? -1;
      expect(day?.tokens.type[row]).toBe(FUT);
      // Its first answer of the day is still the last one of the day before, put right after the close.
      const [first] = raw.filter(({ exchange_timestamp }) => exchange_timestamp.startsWith(date));
      const last = raw.findLast(({ exchange_timestamp }) => exchange_timestamp.startsWith(before));
      const isStale = Number(first.volume) > 100_000;
      expect(day?.tokens.prevOi[row]).toBe(Number((isStale ? first : last)?.openInterest) * 75);
    }
  }, 30_000);

  it("files of many days, read and checked", async () => {
    const report = await run(
      [...files("daily", /index_daily|^fno_stocks|^usdinr|^index_options/), ...files("futures", /^index_futures/)],
      undefined,
      undefined,
      true,
    );
    expect(rejects(report)).toEqual([]);
    expect(report.daily.map(({ days, contracts, underlyings }) => [days, contracts, underlyings])).toEqual([
      [1311, 0, 1311],
      [142, 0, 29_457],
      [776, 9892, 0],
      [1318, 0, 1318],
      [2194, 2195, 0],
      [1247, 2499, 0],
    ]);
  }, 30_000);

  it("the index by the minute: whole days, and the special session of 105 minutes", async () => {
    const report = await run(files("daily", /^nifty_spot/), undefined, undefined, true);
    expect(rejects(report)).toEqual([]);
    expect(report.days).toHaveLength(61);
    expect(report.days.map(({ minutes }) => minutes).filter((minutes) => minutes !== 375)).toEqual([105]);
    expect(report.days[0].rooms.map(({ room }) => room)).toEqual(["NIFTY-5/2/2024"]);
  }, 30_000);

  it("lists", async () => {
    const lists = [
      ...files("reference", /^(fno_lot|nse_|symbol_sector|expiries|qtyfreeze_2025|nse_lot)/).filter((path) =>
        path.endsWith(".csv"),
      ),
      ...files("brokers/upstox", /option_contracts/),
    ];
    expect(rejects(await run(lists, "2026-01-20"))).toEqual([]);
    const members = files("reference/index_constituents", /2025-03_ind_nifty50/);
    expect(rejects(await run(members, "2025-03-01", "NIFTY 50"))).toEqual([]);
    expect(await reference.read("constituents")).toHaveLength(50);
    const nifty = (await reference.read("contracts")).filter(({ symbol, lot }) => symbol === "NIFTY" && lot);
    expect(new Set(nifty.map(({ lot }) => lot))).toEqual(new Set([65]));
  });
});
