/** Replaying the simulated live day: one clock for the whole board, and back to the market. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import {
  dragHead,
  enterReplay,
  frame,
  head,
  replayIcon,
  replayTime,
  strip,
  stripReady,
} from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { expirySelect, figureLine, freshness, symbolSelect } from "../../testing/pane.ts";
import { type RoomTraffic, watchRooms } from "../../testing/room-traffic.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const ROOM = "NIFTY-11/23/2026";
const OPEN = 9 * 60 + 15;
const RED = "rgb(255, 81, 102)";

const at = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const minuteShown = async (page: Page): Promise<number> => at((await replayTime(page).textContent()) ?? "");
const button = (page: Page, name: string) => strip(page).getByRole("button", { name, exact: true });

async function open(page: Page): Promise<RoomTraffic> {
  const traffic = watchRooms(page);
  await logIn(page, NIFTY);
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await stripReady(page);
  await expect.poll(() => traffic.joined()).toEqual([ROOM, ROOM]);
  return traffic;
}

/** LTP in rupees by minute of the session, as the public API tells it: of the call at a strike. */
async function callPrices(page: Page, strike: number): Promise<readonly (number | null)[]> {
  const room = ROOM.replaceAll("/", ":");
  const [tokens, day] = await Promise.all(
    ["dbtockendictionaries", "dbOI"].map(async (path) => (await page.request.get(`/api/v1/${path}/${room}`)).json()),
  );
  const entries: [string, { type: string; strike: number }][] = Object.entries(tokens.data.data);
  const token = entries.find(([, entry]) => entry.type === "CE" && entry.strike === strike)?.[0] ?? "";
  return day.data.data.openInterestData[token].ltp;
}

test("by the icon: leaves the room, stands at the first minute, and nothing live reaches the board; by its head", async ({
  page,
  complaints,
}) => {
  const traffic = await open(page);
  const grid = gridOf(page);
  await expect(replayIcon(page)).toHaveAttribute("aria-pressed", "false");
  await expect(frame(page)).toHaveCount(0);
  await expect(strip(page)).toHaveAttribute("data-mode", "live");
  await enterReplay(page);

  await expect.poll(() => traffic.joined()).toEqual([]);
  expect(traffic.sent.filter((line) => line === `leaveRoom ${ROOM}`)).toHaveLength(2);
  await expect(replayTime(page)).toHaveText("09:15");
  await expect(freshness(page)).toContainText("09:15 replay");
  await expect(replayIcon(page)).toHaveAttribute("aria-pressed", "true");
  await expect(replayIcon(page)).toHaveCSS("color", RED);
  await expect(frame(page)).toHaveCSS("border-top-color", RED);
  for (const select of [symbolSelect(page), expirySelect(page)]) await expect(select).toBeDisabled();
  await expect(page.getByTitle("Not during a replay").first()).toBeVisible();
  // The top bar knows no more than the screens do.
  const spotOf = async () => (await figureLine(page, "Spot").textContent())?.match(/[\d,]+\.\d\d/)?.[0] ?? "no spot";
  await expect(async () => {
    await expect(page.locator('[data-index="NIFTY"]')).toContainText(await spotOf(), { timeout: 500 });
  }).toPass();

  // The market goes on; nothing of it reaches figures or top bar.
  const index = page.locator("[data-index=NIFTY]");
  const column = async () => (await grid.column("ce:LTP")).texts.join();
  await expect.poll(async () => (await grid.column("ce:LTP")).cells.some(({ flash }) => flash)).toBe(false);
  const [before, ticker] = [await column(), await index.textContent()];
  await page.waitForTimeout(1500); // the live market ticks three times meanwhile
  expect([await column(), await index.textContent()]).toEqual([before, ticker]);

  await button(page, "Close replay").click();
  await expect.poll(() => traffic.joined()).toEqual([ROOM, ROOM]);
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: 30_000 });
  await expect(symbolSelect(page)).toBeEnabled();
  await expect(frame(page)).toHaveCount(0);
  await expect.poll(() => minuteShown(page)).toBeGreaterThan(at("12:14"));

  await test.step("dragging moves every screen: one clock", async () => {
    // Out of the live market at the minute dropped.
    await dragHead(page, at("10:43"));
    await expect(strip(page)).toHaveAttribute("data-mode", "replay");
    await expect.poll(() => minuteShown(page)).toBeGreaterThan(at("10:39"));
    const minute = await minuteShown(page);
    expect(Math.abs(minute - at("10:43"))).toBeLessThan(3);
    await expect.poll(() => traffic.joined()).toEqual([]);

    const row = await grid.atmRow();
    const strike = figure((await grid.cell(row, "strike")).text);
    const prices = await callPrices(page, strike);
    const price = async (): Promise<number> => {
      const [strikes, ltps] = await Promise.all([grid.column("strike"), grid.column("ce:LTP")]);
      return figure(ltps.texts[strikes.texts.findIndex((text) => figure(text) === strike)] ?? "");
    };
    await expect.poll(price).toBe(prices[minute - OPEN]);
    await dragHead(page, at("09:40"));
    await expect.poll(() => minuteShown(page)).toBeLessThan(at("09:44"));
    const early = await minuteShown(page);
    await expect.poll(price).toBe(prices[early - OPEN]);

    // To another screen and back, by the menu: the replay goes on.
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("menuitem", { name: "Maxpain" }).click();
    await chartOf(page, "Maxpain ( In").ready();
    await expect(frame(page)).toBeVisible();
    const clock = `${String(Math.floor(early / 60)).padStart(2, "0")}:${String(early % 60).padStart(2, "0")}`;
    await expect(freshness(page)).toContainText(`${clock} replay`);
    await page.getByLabel("Maxpain Line Chart (Beta)").check();
    const line = chartOf(page, "Maxpain through the day");
    await line.ready();
    await expect.poll(async () => (await line.data()).x.at(-1)).toBe(early);
    const before = await figureLine(page, "PCR").textContent();
    await dragHead(page, at("11:50"));
    const late = await minuteShown(page);
    expect(Math.abs(late - at("11:50"))).toBeLessThan(3);
    await expect.poll(async () => (await line.data()).x.at(-1)).toBe(late);
    await expect(figureLine(page, "PCR")).not.toHaveText(before ?? "");

    await replayIcon(page).click();
    await expect.poll(() => traffic.joined()).toEqual([ROOM, ROOM]);
    await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: 30_000 });
  });
  expect(complaints).toEqual([]);
});

test("the strip by its controls: Space plays and pauses, speed, jump, start and end; dragged out of its place, hidden, and back", async ({
  page,
}) => {
  await open(page);
  const options = (label: string) => strip(page).getByLabel(label, { exact: true }).locator("option");
  await expect(options("Speed")).toHaveText(["0.5", "1", "2", "3", "4", "5", "10"].map((seconds) => `${seconds} s`));
  await expect(options("Jump")).toHaveText(
    ["1", "2", "3", "4", "5", "10", "15", "30", "60"].map((minutes) => `${minutes} min`).concat("Day"),
  );
  await strip(page).getByLabel("Speed", { exact: true }).selectOption("0.5");
  // On the live board a stray Space does nothing.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Space");
  await expect(strip(page)).toHaveAttribute("data-mode", "live");

  await enterReplay(page); // the focus is on the play button now
  await page.keyboard.press("Space");
  await expect.poll(() => minuteShown(page)).toBeGreaterThan(OPEN + 1);
  await page.getByRole("heading", { level: 1 }).click(); // anywhere on the board
  await page.keyboard.press("Space");
  await expect(button(page, "Play")).toBeVisible();
  const paused = await minuteShown(page);
  expect(paused).toBeLessThan(at("12:15"));

  await strip(page).getByLabel("Jump", { exact: true }).selectOption("60");
  await button(page, "Previous 60 minutes").click();
  await expect(replayTime(page)).toHaveText("09:15");
  await button(page, "Previous 60 minutes").click();
  await strip(page).getByLabel("Jump", { exact: true }).selectOption("15");
  await button(page, "Next 15 minutes").click();
  await expect(replayTime(page)).toHaveText("09:30");
  await head(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(head(page)).toHaveAttribute("aria-valuetext", "09:45");
  await page.keyboard.press("Home");
  await expect(replayTime(page)).toHaveText("09:15");
  await button(page, "Close replay").click();
  await expect(strip(page)).toHaveAttribute("data-mode", "live");

  await test.step("dragged out of its place and put back; hidden, it comes back with a replay", async () => {
    const place = async () => {
      const box = await strip(page).boundingBox();
      if (!box) throw new Error("no strip");
      return box;
    };
    const home = await place();
    expect(home.height).toBe(66);
    await page.mouse.move(home.x + 8, home.y + 33);
    await page.mouse.down();
    await page.mouse.move(home.x + 8, home.y - 200, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await place()).y).toBeLessThan(home.y - 150);
    await button(page, "Move the day strip").dblclick();
    await expect.poll(async () => (await place()).y).toBe(home.y);

    await button(page, "Hide the day strip").click();
    await expect(strip(page)).toHaveCount(0);
    await replayIcon(page).click();
    await expect(strip(page)).toHaveAttribute("data-mode", "replay");
  });

  await test.step("start and end keep their limits", async () => {
    const select = (label: string) => strip(page).getByLabel(label, { exact: true });
    const values = (label: string) => select(label).locator("option").allInnerTexts();
    await expect.poll(() => values("Start hour")).toEqual(["09", "10", "11", "12", "13", "14", "15"]);
    await expect.poll(async () => (await values("Start minute"))[0]).toBe("15");
    await select("End hour").selectOption("15");
    await expect.poll(async () => (await values("End minute")).at(-1)).toBe("40"); // the close since August 2026
    await select("Start hour").selectOption("10");
    await expect(replayTime(page)).toHaveText("10:15");
    await strip(page).getByLabel("Jump", { exact: true }).selectOption("30");
    await button(page, "Previous 30 minutes").click();
    await expect(replayTime(page)).toHaveText("10:15");
    await select("End hour").selectOption("09"); // before the start
    await expect(select("End hour")).toHaveValue("10");
    await expect(select("End minute")).toHaveValue("16");
    await button(page, "Next 30 minutes").click();
    await expect(replayTime(page)).toHaveText("10:16");
  });
});
