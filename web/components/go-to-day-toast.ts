import type { GoToDay } from "../state/clock/history.ts";
import { toasts } from "./toasts/toasts.ts";

const NO_PREMIUM = "You need subscription to access historical data";
const NO_PREMIUM_MS = 4000;

/** Says why a past day is not shown; nothing where it is, or where another was asked for meanwhile. */
export function tellGoToDay(outcome: GoToDay): void {
  if (outcome.kind === "no premium") {
    toasts.show({ message: NO_PREMIUM, type: "warning", autoClose: true, duration: NO_PREMIUM_MS });
  } else if (outcome.kind === "failed") {
    toasts.show({ message: outcome.message, type: "error" });
  }
}
