/** What happens when rules fire. */
import { atom } from "jotai";
import { tellAlert } from "../../components/toasts/alert.ts";
import { alertSettingsAtom } from "../../state/market/alerts.ts";
import { type AlertRule, alertRulesAtom, firedText, notifiesAtom, subjectText } from "./rules.ts";

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
    const title = (rule: AlertRule) => (get(notifiesAtom) ? subjectText(rule) : undefined);
    for (const rule of fired) tellAlert(firedText(rule), get(alertSettingsAtom), title(rule));
  },
);
fireAlertsAtom.debugLabel = "fireAlerts";
