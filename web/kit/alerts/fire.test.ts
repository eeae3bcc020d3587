import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

/** What this tab says to the others, and what it hears of them. */
let channel: { readonly postMessage: ReturnType<typeof vi.fn>; onmessage?: (event: { data: unknown }) => void };

beforeEach(() => {
  vi.resetModules();
  channel = { postMessage: vi.fn() };
  vi.stubGlobal("BroadcastChannel", function BroadcastChannel() {
    return channel;
  });
  vi.stubGlobal("navigator", { locks: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("an alert sounds and stands as another tab has set it since; its rule goes", async () => {
  const { changeElsewhere } = stubBrowserGlobals();
  const notices: string[] = [];
  class Notification {
    static readonly permission = "granted";
    constructor(title: string) {
      notices.push(title);
    }
  }
  Object.assign(window, { Notification });
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("document", { hidden: true });
  const { fireAlertsAtom } = await import("./fire.ts");
  const { alertRulesAtom, makeRule } = await import("./rules.ts");
  const { DEFAULT_ALERTS } = await import("../../state/market/alerts.ts");
  const { toasts } = await import("../../components/toasts/toasts.ts");
  const show = vi.spyOn(toasts, "show").mockReturnValue(1);

  const store = createStore();
  store.sub(fireAlertsAtom, () => undefined);
  changeElsewhere("alertNotification", "true");
  changeElsewhere("alertSettings", JSON.stringify({ ...DEFAULT_ALERTS, soundEnabled: false, duration: 9000 }));
  const rule = makeRule(
    { left: "Straddle", leftLine: "main", condition: "cross_below", right: 55, rightLine: "" },
    {
      screen: "straddle-strangle",
      exchange: "NSE",
      symbol: "NIFTY",
      expiry: isoDate("2026-08-18"),
      params: "{}",
      name: "24,200",
    },
    1,
  );
  store.set(alertRulesAtom, [rule]);
  store.set(fireAlertsAtom, [rule.id, "another"]);

  expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ soundEnabled: false, duration: 9000 }));
  expect(notices).toEqual(["NIFTY 2026-08-18 24,200"]);
  expect(store.get(alertRulesAtom)).toEqual([]);
});

test("all that fire together are shown, here and in the other tabs, where a page may show no notification", async () => {
  stubBrowserGlobals({ alertNotification: "true" });
  class Notification {
    static readonly permission = "granted";
    constructor() {
      throw new TypeError("Illegal constructor");
    }
  }
  Object.assign(window, { Notification });
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("document", { hidden: true });
  const showNotification = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", {
    locks: {},
    serviceWorker: { getRegistration: () => Promise.resolve({ showNotification }) },
  });
  const { fireAlertsAtom } = await import("./fire.ts");
  const { alertRulesAtom, makeRule } = await import("./rules.ts");
  const { toasts } = await import("../../components/toasts/toasts.ts");
  const show = vi.spyOn(toasts, "show").mockReturnValue(1);

  const store = createStore();
  const rules = [55, 50].map((right, i) =>
    makeRule(
      { left: "Straddle", leftLine: "main", condition: "cross_below", right, rightLine: "" },
      { screen: "straddle-strangle", exchange: "NSE", symbol: "NIFTY", expiry: isoDate("2026-08-18"), params: "{}" },
      i,
    ),
  );
  store.set(alertRulesAtom, rules);
  store.set(
    fireAlertsAtom,
    rules.map(({ id }) => id),
  );
  const messages = ["Alert triggered: Straddle cross below 55", "Alert triggered: Straddle cross below 50"];
  expect(show.mock.calls.map(([{ message, soundEnabled }]) => [message, soundEnabled])).toEqual(
    messages.map((message) => [message, true]),
  );
  expect(channel.postMessage.mock.calls).toEqual(
    messages.map((message) => [expect.objectContaining({ message, soundEnabled: false })]),
  );
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledTimes(2));
  expect(showNotification.mock.calls).toEqual(messages.map((body) => ["NIFTY 2026-08-18", { body }]));
});

test("what another tab tells of is shown here", async () => {
  stubBrowserGlobals();
  await import("./fire.ts");
  const { toasts } = await import("../../components/toasts/toasts.ts");
  const show = vi.spyOn(toasts, "show").mockReturnValue(1);
  channel.onmessage?.({ data: { message: "Alert triggered: Straddle cross below 55" } });
  expect(show).toHaveBeenCalledExactlyOnceWith({ message: "Alert triggered: Straddle cross below 55" });
});
