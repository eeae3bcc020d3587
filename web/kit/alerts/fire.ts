/** What happens when rules fire. */
import { atom } from "jotai";
import { alertToast } from "../../components/toasts/alert.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { alertSettingsAtom } from "../../state/market/alerts.ts";
import { alertRulesAtom, firedText, notifiesAtom } from "./rules.ts";

/**
 * Tells the user of each rule that is still armed, and takes it away. It is mounted by who fires (`useAtom`), with nothing
 * to read: what is set in another tab is followed only while somebody listens. @param ids of the rules that fired.
 */
export const fireAlertsAtom = atom(
  (get) => {
    get(alertSettingsAtom);
    get(notifiesAtom);
  },
  (get, set, ids: readonly string[]) => {
    const rules = get(alertRulesAtom);
    const fired = rules.filter(({ id }) => ids.includes(id));
    set(
      alertRulesAtom,
      rules.filter((rule) => !fired.includes(rule)),
    );
    for (const rule of fired) {
      toasts.show(alertToast(firedText(rule), get(alertSettingsAtom)));
      if (get(notifiesAtom)) notify(`${rule.symbol} ${rule.expiry}`, firedText(rule));
    }
  },
);
fireAlertsAtom.debugLabel = "fireAlerts";

/** The toast of a hidden tab is not seen. */
function notify(title: string, body: string): void {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  new Notification(title, { body });
}
