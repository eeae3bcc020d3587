/** Past days: the toggle, the panel, and what is asked of the server, in which order. */
import type { Page } from "@playwright/test";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { head, replayTime, strip, stripReady } from "../../../testing/day-strip.ts";
import { expect, test } from "../../../testing/fixtures.ts";
import { gridOf } from "../../../testing/grid.ts";
import { figureLine, freshness } from "../../../testing/pane.ts";
import { watchRooms } from "../../../testing/room-traffic.ts";
import { logIn, NIFTY } from "../../../testing/session.ts";

const ROOM = "NIFTY-11/23/2026";
const GREEN = "rgb(69, 196, 146)";
const RED = "rgb(255, 125, 133)";
/** The simulated exchange makes them on demand. */
const DAY_MS = 30_000;

const panel = (page: Page) => page.getByRole("region", { name: "History" });
const control = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });
const date = (page: Page) => panel(page).getByLabel("Date", { exact: true });
const choose = (page: Page, name: "Live" | "History") =>
  page.getByRole("radiogroup", { name: "Live or history" }).getByText(name, { exact: true }).click();

interface Traffic {
  /** Paths asked for below the public base, in order. */
  readonly asked: string[];
}

/** To be called before the page is opened. Workers ask, too: the context hears both. */
function watchCalls(page: Page): Traffic {
  const asked: string[] = [];
  page.context().on("request", (request) => {
    const [, path] = /\/api\/v1\/(.*)$/.exec(decodeURIComponent(request.url())) ?? [];
    // The account is asked for again when the page has nothing else to do.
    if (path !== undefined && path !== "users/account") asked.push(path);
  });
  return { asked };
}

async function open(page: Page): Promise<Traffic & { readonly rooms: ReturnType<typeof watchRooms> }> {
  const calls = watchCalls(page);
  const rooms = watchRooms(page);
  await logIn(page, NIFTY);
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await stripReady(page);
  await expect.poll(() => rooms.joined()).toEqual([ROOM, ROOM]);
  return { ...calls, rooms };
}

test("on: the list is asked for and the market's namespaces close; a day comes from its own base; off: back to live; from day to day", async ({
  page,
  complaints,
}) => {
  const { asked, rooms } = await open(page);
  const grid = gridOf(page);
  asked.length = 0;
  await choose(page, "History");
  await expect(date(page)).toHaveValue("2026-11-19"); // the latest of the list
  expect(asked).toContain("history");
  await expect.poll(() => rooms.namespaces()).toEqual([OI_PRICE_LIVE]); // the user's own channel
  await expect.poll(() => rooms.joined()).toEqual([]);
  const joins = rooms.sent.filter((line) => line.startsWith("joinRoom")).length;

  await expect(date(page)).toHaveAttribute("min", "2022-01-01");
  await expect(date(page)).toHaveAttribute("max", "2026-11-20");
  await expect(panel(page).getByLabel("Year").locator("option")).toHaveText(["2022", "2023", "2024", "2025", "2026"]);
  await expect(control(page, "Next date")).toBeDisabled();
  await expect(control(page, "Go")).toBeEnabled();

  await date(page).fill("2026-11-15"); // a Sunday
  await expect(date(page)).toHaveCSS("border-top-color", RED);
  await expect(control(page, "Go")).toBeDisabled();
  for (const step of ["Previous date", "Next date"]) await expect(control(page, step)).toBeDisabled();
  await expect(panel(page)).toContainText("No data on 15 Nov 2026.");
  await date(page).fill("2026-11-18");
  await expect(date(page)).toHaveCSS("border-top-color", GREEN);
  await expect(panel(page)).toContainText("18 Nov 2026 · Simulated · NIFTY");

  asked.length = 0;
  await control(page, "Go").click();
  await expect(freshness(page)).toHaveAttribute("data-state", "history", { timeout: DAY_MS });
  await expect(freshness(page)).toContainText("18 Nov 2026", { timeout: DAY_MS });
  await expect(freshness(page)).toContainText("15:40"); // its close
  expect(asked[0]).toBe("users/isPremium");
  const data = asked.slice(1);
  expect(data.some((path) => path.includes("dbOI/NIFTY-"))).toBe(true);
  for (const path of data) expect(path).toMatch(/^history\/11:18:2026\//);
  await grid.ready();
  await expect(control(page, "Go")).toBeDisabled(); // it is shown

  await control(page, "Previous date").click();
  await expect(freshness(page)).toContainText("17 Nov 2026", { timeout: DAY_MS });
  await expect(date(page)).toHaveValue("2026-11-17");
  await expect(replayTime(page)).toHaveText("15:40");
  expect(rooms.sent.filter((line) => line.startsWith("joinRoom"))).toHaveLength(joins);

  await choose(page, "Live");
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: DAY_MS });
  await expect(freshness(page)).toContainText("20 Nov 2026");
  await expect.poll(() => rooms.joined()).toEqual([ROOM, ROOM]);
  await expect(panel(page)).toHaveCount(0);
  expect(complaints).toEqual([]);

  await test.step("the list ends at both ends, and a replay goes on from day to day", async () => {
    await choose(page, "History");
    await expect(control(page, "Go")).toBeEnabled();
    // The panel opens above the day strip, where it covers no figures.
    const box = await panel(page).boundingBox();
    const board = await page.locator("[data-pane]").boundingBox();
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);
    const { data } = await (await page.request.get("/api/v1/history")).json();
    const [month, day, year] = String(data.data[0]).split("/");
    await date(page).fill(`${year}-${month}-${day}`);
    await expect(control(page, "Previous date")).toBeDisabled();
    await expect(control(page, "Next date")).toBeEnabled();
    await date(page).fill("2026-11-18");
    await control(page, "Go").click();
    await expect(freshness(page)).toContainText("18 Nov 2026", { timeout: DAY_MS });

    await strip(page).getByRole("button", { name: "Play", exact: true }).click();
    await expect(strip(page)).toHaveAttribute("data-mode", "replay");
    await expect(freshness(page)).toHaveAttribute("data-state", "replay");
    await strip(page).getByRole("button", { name: "Pause", exact: true }).click();
    const shown = (await head(page).getAttribute("aria-valuetext")) ?? "";
    await strip(page).getByLabel("Jump", { exact: true }).selectOption("Day");
    await strip(page).getByRole("button", { name: "Next day" }).click();
    await expect(freshness(page)).toContainText("19 Nov 2026", { timeout: DAY_MS });
    await expect(freshness(page)).toHaveAttribute("data-state", "replay");
    expect(await head(page).getAttribute("aria-valuetext")).toBe(shown); // the same minute
    await expect(date(page)).toHaveValue("2026-11-19");
    await strip(page).getByRole("button", { name: "Next day" }).click();
    await expect(page.getByText("There is no later day.")).toBeVisible();
    // By keys, whatever the jump is: what happened at this minute on the day before?
    await strip(page).getByLabel("Jump", { exact: true }).selectOption("5");
    await strip(page).getByRole("button", { name: "Play", exact: true }).press("Shift+ArrowLeft");
    await expect(freshness(page)).toContainText("18 Nov 2026", { timeout: DAY_MS });
    await expect(freshness(page)).toHaveAttribute("data-state", "replay");
    expect(await head(page).getAttribute("aria-valuetext")).toBe(shown);
    await strip(page).getByRole("button", { name: "Close replay" }).click();
    await expect(freshness(page)).toHaveAttribute("data-state", "history");
  });
});

test("an alert that is armed fires while the board looks at a past day, and a chip says how many are", async ({
  page,
}) => {
  const calls = await open(page);
  await page.goto("/straddle-strangle");
  const price = figureLine(page, "Straddle");
  await expect(price).toHaveText(/[1-9]/);
  const now = Number(((await price.textContent()) ?? "").replace(/[^\d.]/g, ""));
  // One of them is crossed within seconds; which one, the market decides.
  const rules = Array.from({ length: 40 }, (_, i) => {
    const right = Math.round((now + (i - 20) / 5) * 100) / 100;
    const condition = right > now ? "cross_above" : "cross_below";
    const subject = { screen: "straddle-strangle", exchange: "NSE", symbol: "NIFTY", expiry: "2026-11-23" };
    const params = JSON.stringify({ ce: "atm", pe: "atm", hasChain: false });
    const id = `Straddle_${condition}_${right}_${i}`;
    return { ...subject, params, id, left: "Straddle", leftLine: "main", condition, right, rightLine: "" };
  });
  await page.goto("/option-chain-new");
  await stripReady(page);
  await choose(page, "History");
  await expect(freshness(page)).toHaveAttribute("data-state", "history");
  await expect.poll(() => calls.rooms.joined()).toEqual([]);
  const chip = page.locator("[data-armed]");
  await expect(chip).toHaveCount(0);
  await date(page).fill("2026-11-18");
  await control(page, "Go").click();
  await expect(freshness(page)).toContainText("18 Nov 2026", { timeout: DAY_MS });
  // As another tab of the board would have armed them.
  await page.evaluate((stored) => {
    localStorage.setItem("alerts-straddle", stored);
    dispatchEvent(new StorageEvent("storage", { key: "alerts-straddle", newValue: stored, storageArea: localStorage }));
  }, JSON.stringify(rules));
  await expect(chip).toHaveText("40 alerts armed");
  await expect.poll(() => calls.rooms.joined()).toEqual([ROOM, ROOM]);
  await expect.poll(() => calls.rooms.namespaces().toSorted()).toEqual([OI_PRICE_LIVE, OPTION_LIVE]);
  await expect(page.getByText(/Alert triggered: Straddle cross (above|below) [\d.]+/).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect.poll(async () => Number(await chip.getAttribute("data-armed"))).toBeLessThan(40);
  await expect(freshness(page)).toContainText("18 Nov 2026");
});

test("a list that cannot be had says so, and is asked for again; without premium there is a notification, and no data", async ({
  page,
}) => {
  await page.route("**/users/isPremium", (route) => route.fulfill({ json: { isPremium: false } }));
  const { asked } = await open(page);
  await page
    .context()
    .route("**/api/v1/history", (route) =>
      route.fulfill({ status: 500, json: { status: "error", message: "The archive is away" } }),
    );
  await choose(page, "History");
  await expect(panel(page).getByRole("alert")).toContainText("The archive is away");
  await page.context().unroute("**/api/v1/history");
  await control(page, "Retry").click();
  await expect(control(page, "Go")).toBeEnabled();

  asked.length = 0;
  await control(page, "Go").click();
  const toast = page.getByText("You need subscription to access historical data");
  await expect(toast).toBeVisible();
  expect(asked).toEqual(["users/isPremium"]);
  await expect(toast).toHaveCount(0); // by itself
  await expect(freshness(page)).toContainText("20 Nov 2026");
});
