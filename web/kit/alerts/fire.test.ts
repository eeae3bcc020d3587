import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

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
    { screen: "straddle-strangle", exchange: "NSE", symbol: "NIFTY", expiry: isoDate("2026-08-18"), params: "{}" },
    1,
  );
  store.set(alertRulesAtom, [rule]);
  store.set(fireAlertsAtom, [rule.id, "another"]);

  expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ soundEnabled: false, duration: 9000 }));
  expect(notices).toEqual(["NIFTY 2026-08-18"]);
  expect(store.get(alertRulesAtom)).toEqual([]);
});
