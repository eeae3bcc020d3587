/** Whether figures are of the place that a link leads to. */
import type { MarketClock } from "#contract/domain/clock.ts";
import { isSamePane, type PaneContext } from "#contract/worker/screen.ts";

interface Figures {
  readonly snapshot: unknown;
  readonly clock: Pick<MarketClock, "mode" | "minute"> | undefined;
  readonly context: PaneContext | undefined;
}

/**
 * After a turn the figures of another day of the same chain stand on for a while: legs that are made of them would have its
 * date and time.
 * @param wanted what the pane looks at
 * @param minute of the replay; absent: whatever time it is there
 */
export function standsAt(
  { snapshot, clock, context }: Figures,
  wanted: PaneContext | undefined,
  minute: number | undefined,
): boolean {
  if (!snapshot || !context || !wanted || !isSamePane(context, wanted)) return false;
  return minute === undefined || (clock?.mode === "replay" && Math.floor(clock.minute) === minute);
}
