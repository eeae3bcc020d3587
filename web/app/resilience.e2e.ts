/** What breaks between exchange and pixel, and heals without a reload: wires, machines, processes. */
import type { Page } from "@playwright/test";
import { chartOf } from "../testing/chart.ts";
import { expect, test as shared } from "../testing/fixtures.ts";
import { gridOf } from "../testing/grid.ts";
import { ownContext } from "../testing/kept-browser.ts";
import { chipSeconds, figureLine, freshness } from "../testing/pane.ts";
import { type Product, SIMULATED, startProduct } from "../testing/product.ts";
import { type RoomTraffic, watchRooms } from "../testing/room-traffic.ts";
import { logIn } from "../testing/session.ts";
import { startProxy, type TcpProxy } from "../testing/tcp-proxy.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const ROOM = "NIFTY-11/23/2026";
/** Engine.IO notices a dead socket after its ping interval and timeout, 45 s; then it connects within 5 s. */
const DEAD_SOCKET_MS = 75_000;

/** A product of this file's own, which may be killed, behind a wire that may be cut. */
const test = shared.extend<object, { readonly own: Product; readonly wire: TcpProxy }>({
  own: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({ env: SIMULATED });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  wire: [
    async ({ own }, use) => {
      const proxy = await startProxy(own.port);
      await use(proxy);
      await proxy.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ wire }, use) => {
    wire.mend();
    await use(wire.url);
  },
});
test.use({ context: ownContext }); // parts of the page come from the server, or not at all
test.describe.configure({ timeout: 240_000 });

async function open(page: Page, path = "/option-chain-new"): Promise<RoomTraffic> {
  const traffic = watchRooms(page);
  await logIn(page, NIFTY);
  // The account is asked for when the last parts of the page are there: a wire is cut after that.
  const isWhole = page.waitForResponse((reply) => reply.url().endsWith("/api/v1/users/account"));
  await page.goto(path);
  await isWhole;
  await page.evaluate(() => Reflect.set(globalThis, "isFirstLoad", true));
  return traffic;
}

const isSameLoad = (page: Page): Promise<boolean> =>
  page.evaluate(() => Reflect.get(globalThis, "isFirstLoad") === true);

/** Figures move again: three paints after now, and a chip that calls them fresh. */
async function expectTicks(page: Page, within: number): Promise<void> {
  const grid = gridOf(page);
  const before = (await grid.column("ce:LTP")).texts.join();
  await expect.poll(async () => (await grid.column("ce:LTP")).texts.join(), { timeout: within }).not.toBe(before);
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: within });
}

/** One room, joined once for ticks and once for minutes. */
const expectOneRoom = (traffic: RoomTraffic): Promise<void> =>
  expect.poll(() => traffic.joined(), { timeout: 20_000 }).toEqual([ROOM, ROOM]);

test("parts that come late wait an outage out: the page stays, and what was asked for opens with the connection", async ({
  page,
  wire,
}) => {
  let isTickerOut = true;
  // Its chunk with its style sheet, and the question whether the server is there at all.
  await page.route(/\/assets\/Ticker-|:\d+\/$/, (route) => {
    const isAsking = route.request().method() === "HEAD" || route.request().url().includes("Ticker");
    return isTickerOut && isAsking ? route.abort() : route.continue();
  });
  await open(page);
  await gridOf(page).ready();
  const ticker = page.getByRole("list", { name: "Indices" });
  await expect(ticker).toHaveCount(0);
  await expectTicks(page, 20_000);
  isTickerOut = false;
  await expect(ticker).toBeVisible({ timeout: 15_000 });
  wire.sever();
  await page.keyboard.press("Control+k");
  await expect(page.locator("[data-toasts]")).toContainText("This part could not be loaded yet", { timeout: 10_000 });
  await expect(page.getByText("Something went wrong!")).toHaveCount(0);
  await gridOf(page).ready();
  wire.mend();
  await expect(page.getByRole("dialog")).toBeVisible({ timeout: 15_000 });
  await expectTicks(page, 30_000);
  expect(await isSameLoad(page)).toBe(true);
});

test("a page that was never opened says in an outage that the connection is away, and comes when it is loaded again", async ({
  page,
  wire,
}) => {
  await open(page);
  await gridOf(page).ready();
  await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Options" }).click();
  wire.sever();
  await page.getByRole("menuitem", { name: "PCR Chart" }).click();
  await expect(page.getByRole("alert").getByText("The connection is away.")).toBeVisible({ timeout: 15_000 });
  wire.mend();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("region", { name: "PCR Chart" })).toBeVisible({ timeout: 15_000 });
});

test("a first page that its connection keeps away says so, and comes with it", async ({ page }) => {
  await logIn(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/View-/, (route) => held.then(() => route.continue()));
  await page.goto("/oigraph", { waitUntil: "commit" });
  const waiting = page.locator("#root:empty");
  await expect(waiting).toHaveCSS("content", /waits for its connection/, { pseudo: "after" });
  await expect(waiting).toHaveCSS("visibility", "visible", { pseudo: "after", timeout: 15_000 });
  release();
  await expect(page.getByRole("region", { name: "OI Graph" })).toBeVisible({ timeout: 15_000 });
});

test("parts that a newer release took leave the page as it is: it says so, and loads again when the user says", async ({
  page,
}) => {
  await page.route(/\/assets\/(Palette|HistoryPanel)-/, (route) => route.fulfill({ status: 404, body: "" }));
  await open(page);
  await gridOf(page).ready();
  const toast = page.locator("[data-toast]");
  await page.keyboard.press("Control+k");
  await expect(toast.filter({ hasText: "A newer version is out" })).toHaveCount(1, { timeout: 15_000 });
  await page.getByRole("radiogroup", { name: "Live or history" }).getByText("History", { exact: true }).click();
  await page.waitForTimeout(4000);
  await page.getByRole("radiogroup", { name: "Live or history" }).getByText("Live", { exact: true }).click();
  await expectTicks(page, 20_000);
  await toast.getByRole("button", { name: "Close" }).last().click();
  await page.keyboard.press("Control+k");
  await expect(toast.filter({ hasText: "A newer version is out" })).toHaveCount(1);
  await expect(page.getByText("Something went wrong!")).toHaveCount(0);
  expect(await isSameLoad(page)).toBe(true);
  await page.unrouteAll();
  await toast.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => isSameLoad(page)).toBe(false);
  await gridOf(page).ready();
});

test("a longer outage is said, ages the figures, and heals with every minute", async ({ page, wire }) => {
  const traffic = await open(page, "/maxpain");
  await page.getByLabel("Maxpain Line Chart (Beta)").check();
  const line = chartOf(page, "Maxpain through the day");
  await line.ready();
  const slots = (await line.data()).x.length;
  wire.sever();
  await expect(page.locator("[data-banner=danger]")).toContainText("Connection to the exchange feed is lost", {
    timeout: 20_000,
  });
  await expect(freshness(page)).toHaveAttribute("data-state", "stale", { timeout: 30_000 });
  // Over the turn of a minute, which is missed.
  await expect
    .poll(async () => (await freshness(page).textContent()) ?? "", { timeout: 70_000, intervals: [250] })
    .toMatch(/:0[2-9] ·/);
  wire.mend();
  await expect(page.locator("[data-banner=danger]")).toHaveCount(0, { timeout: 30_000 });
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: 20_000 });
  await expect.poll(async () => (await line.data()).x.length, { timeout: 20_000 }).toBeGreaterThan(slots);
  const { columns } = await line.data();
  expect((columns[0] ?? []).filter((value) => value === null)).toEqual([]);
  await expectOneRoom(traffic);
  expect(await isSameLoad(page)).toBe(true);
});

test("a socket that died in silence, as after a suspension, is replaced", async ({ page, wire }) => {
  const traffic = await open(page);
  await gridOf(page).ready();
  await expectOneRoom(traffic);
  await expectTicks(page, 20_000); // a room that has not ticked yet counts as one that comes by the minute
  const dot = page.getByRole("radiogroup", { name: "Live or history" }).locator("span").first();
  await expect(dot).toHaveCSS("border-radius", "50%");
  wire.blackHole();
  await expect(freshness(page)).toHaveAttribute("data-state", "stale", { timeout: 30_000 });
  await expect(dot).toHaveCSS("border-radius", "1px"); // the board's own dot says the same
  await expect.poll(async () => (await gridOf(page).cell(0, "ce:LTP")).stale).toBe(true); // prices turn quiet
  wire.mend();
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh", { timeout: DEAD_SOCKET_MS });
  await expect(dot).toHaveCSS("border-radius", "50%");
  await expectTicks(page, 20_000);
  await expectOneRoom(traffic);
  expect(await isSameLoad(page)).toBe(true);
});

test("a machine that slept reconnects at once: the worker notices by the wall clock", async ({ page }) => {
  const traffic = await open(page);
  await gridOf(page).ready();
  await expectOneRoom(traffic);
  const before = traffic.sockets();
  const worker = page.workers().find((one) => one.url().includes("feed.worker"));
  if (!worker) throw new Error("no feed worker");
  await worker.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
  });
  await expect.poll(() => traffic.sockets(), { timeout: 15_000 }).toBeGreaterThan(before);
  await expectTicks(page, 20_000);
  await expectOneRoom(traffic);
});

test("a killed server comes back under the same session, with the same minutes", async ({ page, own }) => {
  const traffic = await open(page);
  const grid = gridOf(page);
  await grid.ready();
  const tokens = async () => (await page.request.get(`/api/v1/dbOI/${ROOM}`)).json();
  const served = (await tokens()).data.data.openInterestData;
  await own.kill();
  await own.restart();
  await expectTicks(page, 40_000);
  await expectOneRoom(traffic);
  expect(await isSameLoad(page)).toBe(true);
  await expect(page).toHaveURL(/\/option-chain-new$/);
  const after = (await tokens()).data.data.openInterestData;
  for (const [token, series] of Object.entries<Record<string, unknown[]>>(served)) {
    for (const [field, values] of Object.entries(series)) {
      expect(after[token][field].slice(0, values.length), `${token} ${field}`).toEqual(values);
    }
  }
});

test("after kill -9 the journal alone supplies today's minutes", async ({ page, own }) => {
  await open(page, "/maxpain");
  await page.getByLabel("Maxpain Line Chart (Beta)").check();
  const line = chartOf(page, "Maxpain through the day");
  await line.ready();
  const call = async () => (await (await page.request.get(`/api/v1/dbOI/${ROOM}`)).json()).data.data.openInterestData;
  // Not at the turn of a minute: what is served is then what the process has at its end.
  await expect.poll(async () => (await chipSeconds(page)) % 60, { timeout: 30_000 }).toBeLessThan(45);
  const served = await call();
  const drawn = await line.data();
  await own.kill();
  await own.restart({ FEED: "none" });
  await page.reload();
  await page.getByLabel("Maxpain Line Chart (Beta)").check();
  await line.ready();
  const [series] = Object.values<{ ltp: unknown[] }>(served);
  expect(series?.ltp.length).toBeGreaterThan(178);
  expect(await call()).toEqual(served);
  const after = await line.data();
  // The minute in progress was drawn from ticks; the journal has the minutes that had ended.
  const ended = drawn.x.length - 1;
  expect(after.x.length).toBe(ended);
  expect(after.columns[0]).toEqual(drawn.columns[0]?.slice(0, ended));
  await expect(figureLine(page, "Maxpain")).toHaveText(/^Maxpain : \d\d,\d{3}$/);
  await expect(freshness(page)).toContainText("No feed");
});
