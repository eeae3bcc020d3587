/**
 * Real days on the screen. The recorded chains are imported beside the running product, which then lists them; on each
 * day the chain is taken to some minutes with the day strip, and shows what a script of its own computes from the raw
 * file. Two days are also served as today. Runs where MARKET_DATA names their folder.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, test } from "../web/testing/fixtures.ts";
import { figure, gridOf } from "../web/testing/grid.ts";
import { figureLine, freshness, symbolSelect } from "../web/testing/pane.ts";
import { newFolder, type Product, SIMULATED, startProduct } from "../web/testing/product.ts";
import { keepRecorded } from "../web/testing/recorded-product.ts";
import { importFiles } from "../web/testing/server-commands.ts";
import { logIn } from "../web/testing/session.ts";
import { RECORDED_DAYS, type RecordedDay, recordingsFolder } from "./testing/market/recordings.ts";

const run = promisify(execFile);
const RECOMPUTE = join(import.meta.dirname, "testing/recompute/chain.mjs");
const recordings = recordingsFolder();
const fileOf = (name: string): string => join(recordings ?? "", name);

interface Truth {
  readonly symbol: string;
  readonly ceOi: number;
  readonly peOi: number;
  readonly ceVolume: number;
  readonly peVolume: number;
  readonly pcr: number;
  readonly maxPain: number;
  readonly atm: number;
  readonly straddle: number;
  readonly ceIv: number;
  readonly peIv: number;
}
/** By minute, an entry for each symbol and expiry, nearest first. */
type Truths = Readonly<Record<string, readonly Truth[]>>;

test.skip(recordings === undefined, "MARKET_DATA names no folder with the recorded chains");
test.describe.configure({ timeout: 240_000 });

let folder = "";
let product: Product | undefined;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = newFolder();
  const files = RECORDED_DAYS.map(({ file }) => fileOf(file));
  const [started, said] = await Promise.all([startProduct({ env: SIMULATED, folder }), importFiles(folder, ...files)]);
  product = started;
  for (const { date, file } of RECORDED_DAYS) {
    expect(said).toContain(`${date} (import): new`);
    await keepRecorded(folder, file, date);
  }
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A busy machine may take a while to load a day; a wrong figure does not become right. */
const SOON = { timeout: 30_000 };

/** The day whose hole is looked into. */
const WITH_HOLE = "2026-01-22";

const VIEW = { whole: { columns: ["OI Lakh", "LTP", "IV"], strikeRange: 100, pcr: true } };

async function openChain(page: Page): Promise<void> {
  await logIn(page, {
    lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] },
    optionChainView: VIEW,
    optionChainSelectedView: "whole",
  });
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
}

async function truthsOf({ file }: RecordedDay, minutes: readonly string[]): Promise<Truths> {
  const { stdout } = await run(process.execPath, [RECOMPUTE, fileOf(file), ...minutes]);
  return JSON.parse(stdout);
}

/** '2026-01-22' as '22 Jan 2026'. */
const wordsOf = (date: string): string =>
  new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

test("every recorded day, as history: the chain's figures are those of the raw file, in a hole those of the minute before it", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product?.url ?? "" });
  const page = await context.newPage();
  try {
    await openChain(page);
    await page.getByText("History", { exact: true }).click();
    for (const day of RECORDED_DAYS) {
      await test.step(day.date, async () => {
        // The first minute, the edge of a hole, and the last.
        const minutes = [day.minutes[0], day.minutes[1], day.minutes.at(-1)].filter((at) => at !== undefined);
        const truths = await truthsOf(day, minutes);
        await goToDay(page, day.date);
        for (const minute of minutes) await compareAt(page, minute, truths[minute]?.[0]);
        if (day.date === WITH_HOLE) await compareInHole(page, day);
        // An index without a spot: everything stands on the parity forward.
        const last = minutes.at(-1) ?? "";
        const midcap = truths[last]?.find(({ symbol }) => symbol === "MIDCPNIFTY");
        if (midcap !== undefined) {
          await choose(page, "MIDCPNIFTY");
          await compareAt(page, last, midcap);
          await choose(page, "NIFTY");
        }
      });
    }
  } finally {
    await context.close();
  }
});

/** The chain shows the minute before the hole, and says so. */
async function compareInHole(page: Page, day: RecordedDay): Promise<void> {
  await seek(page, day.hole);
  await expect(freshness(page)).toContainText("11:00 replay, figures of 10:52");
  const truths = await truthsOf(day, ["10:52"]);
  await expect(async () => expect(await readBoard(page)).toEqual(boardOf(truths["10:52"]?.[0]))).toPass(SOON);
}

async function goToDay(page: Page, date: string): Promise<void> {
  await page.getByLabel("Date", { exact: true }).fill(date);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(freshness(page)).toContainText(`Recorded · ${wordsOf(date)}`);
}

/** The symbol stands while a replay is on. */
async function choose(page: Page, symbol: string): Promise<void> {
  await page.getByRole("button", { name: "Close replay" }).click();
  await expect(freshness(page)).toHaveAttribute("data-state", "history");
  await symbolSelect(page).selectOption(symbol);
}

const minuteOf = (label: string): number => Number(label.slice(0, 2)) * 60 + Number(label.slice(3));

/** Presses the day strip where the minute is. */
async function seek(page: Page, label: string): Promise<void> {
  const slider = page.getByRole("slider");
  const time = page.locator("[data-replay-time]");
  await expect(async () => {
    const box = await slider.boundingBox();
    const [open, close] = await slider.evaluate((element) =>
      ["aria-valuemin", "aria-valuemax"].map((name) => Number(element.getAttribute(name))),
    );
    if (box === null || open === undefined || close === undefined || close === 0) throw new Error("no day strip yet");
    const share = (minuteOf(label) - open) / (close - open);
    await page.mouse.click(box.x + box.width * share, box.y + box.height / 3);
    await expect(time).toHaveText(label, { timeout: 1000 });
    await expect(freshness(page)).toHaveAttribute("data-state", "replay", { timeout: 1000 });
  }).toPass(SOON);
}

async function compareAt(page: Page, minute: string, truth: Truth | undefined): Promise<void> {
  await seek(page, minute);
  await expect(freshness(page)).toContainText(`${minute} replay`);
  await expect(async () => {
    const { volumes, ...shown } = await readBoard(page);
    expect({ minute, ...shown, volumes }).toEqual({ minute, ...boardOf(truth) });
  }).toPass(SOON);
}

const SERVED = [
  // The feed is up from a snapshot to the next, and its figures stand for seven minutes: whenever a slow machine looks.
  { date: "2026-01-30", start: "13:12", standsFor: 7 },
  { date: "2026-08-18", start: "13:20", standsFor: 1 },
];

test("two of them served as today show the minute of the exchange clock", async ({ browser }) => {
  for (const { date, start, standsFor } of SERVED) {
    await product?.kill();
    await product?.restart({ FEED: `recorded:${date}`, FEED_START: start });
    const context = await browser.newContext({ baseURL: product?.url ?? "" });
    const page = await context.newPage();
    try {
      await openChain(page);
      await expect(freshness(page)).toContainText(`Recorded · ${wordsOf(date)}`);
      await compareServed(page, date, start, standsFor);
    } finally {
      await context.close();
    }
  }
});

async function compareServed(page: Page, date: string, start: string, standsFor: number): Promise<void> {
  const day = RECORDED_DAYS.find((one) => one.date === date) ?? RECORDED_DAYS[0];
  // A slow machine may be some minutes later when it looks.
  const later = [0, 1, 2, 3].map((minutes) => addMinutes(start, minutes));
  const truths = await truthsOf(day, later);
  for (let attempt = 0; ; attempt++) {
    const minute = await minuteShown(page);
    const shown = await readBoard(page);
    if ((await minuteShown(page)) !== minute && attempt < 3) continue; // it turned meanwhile
    const late = minuteOf(minute) - minuteOf(start);
    expect(late, `${minute} is soon after ${start}`).toBeLessThan(Math.max(later.length, standsFor));
    const truth = boardOf(truths[standsFor > late ? start : minute]?.[0]);
    // On the expiry day IV moves with the seconds to the close: the history compares it, at whole minutes.
    const withoutIv = ({ ivs: _, ...figures }: Board): object => figures;
    expect({ minute, ...withoutIv(shown) }).toEqual({ minute, ...withoutIv(truth) });
    return;
  }
}

const addMinutes = (label: string, minutes: number): string => {
  const minute = minuteOf(label) + minutes;
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
};

const minuteShown = async (page: Page): Promise<string> =>
  /(\d\d:\d\d):\d\d/.exec((await freshness(page).textContent()) ?? "")?.[1] ?? "";

/** The figures as the screen shows them: OI and volume in lakhs, calls first. */
interface Board {
  readonly oi: readonly number[];
  readonly volumes: readonly number[];
  readonly pcr: number;
  readonly maxPain: number;
  readonly atm: number;
  /** In the header, and added up from the row at the money. */
  readonly straddles: readonly number[];
  /** At the money, per cent. */
  readonly ivs: readonly number[];
}

async function readBoard(page: Page): Promise<Board> {
  const grid = gridOf(page);
  const toggle = page.locator('[data-side="call"]');
  await expect(toggle).toContainText("Total OI");
  const [oi, row, pcr, maxPain, straddle] = await Promise.all([
    totals(page),
    grid.atmRow(),
    header(page, "PCR"),
    header(page, "Maxpain"),
    header(page, "ATM straddle"),
  ]);
  const cell = async (id: string): Promise<number> => figure((await grid.cell(row, id)).text);
  const [atm, call, put, callIv, putIv] = await Promise.all([
    cell("strike"),
    cell("ce:LTP"),
    cell("pe:LTP"),
    cell("ce:IV"),
    cell("pe:IV"),
  ]);
  await toggle.click();
  await expect(toggle).toContainText("Vol");
  const volumes = await totals(page);
  await toggle.click();
  const straddles = [straddle, Math.round((call + put) * 100) / 100];
  return { oi, volumes, pcr, maxPain, atm, straddles, ivs: [callIv, putIv] };
}

/** The first number of a header figure's line. */
const header = async (page: Page, label: string): Promise<number> =>
  figure(/ : ([\d,.]+)/.exec((await figureLine(page, label).textContent()) ?? "")?.[1] ?? "");

/** Lakhs of each side's total, as the header shows them. */
const totals = async (page: Page): Promise<number[]> => {
  const texts = await Promise.all(["call", "put"].map((side) => page.locator(`[data-side="${side}"]`).innerText()));
  return texts.map((text) => figure(/([\d,]+\.\d\d) L/.exec(text)?.[1] ?? ""));
};

const inLakh = (units: number): number => Math.round(units / 1000) / 100;

function boardOf(truth: Truth | undefined): Board {
  if (truth === undefined) throw new Error("The raw file has nothing at this minute");
  const { ceOi, peOi, pcr, maxPain, atm, ceVolume, peVolume, straddle, ceIv, peIv } = truth;
  return {
    oi: [inLakh(ceOi), inLakh(peOi)],
    volumes: [inLakh(ceVolume), inLakh(peVolume)],
    pcr: Math.round(pcr * 100) / 100,
    maxPain,
    atm,
    straddles: [straddle, straddle],
    ivs: [ceIv, peIv],
  };
}
