import { dateText } from "#contract/domain/date-words.ts";
import type { KeptDay } from "#contract/worker/vault-api.ts";
import { toasts } from "./toasts/toasts.ts";

/** Says which kept days had to leave for a new one. */
export function tellLeft(left: readonly KeptDay[]): void {
  if (left.length === 0) return;
  const days = left.map(({ day }) => dateText(day.date)).join(", ");
  toasts.show({ message: `No longer kept, because the space for kept days was full: ${days}.`, type: "warning" });
}
