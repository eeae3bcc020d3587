/** The what-if's point in words. Pure. */

import { dayWords } from "#contract/domain/date-words.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { type Moment, momentAt, type Span } from "#contract/domain/strategy/moments.ts";
import { minute } from "#contract/domain/units.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { numberFormat } from "../../../format/format.ts";
import type { PaneState } from "../../../state/pane/pane.ts";

/** From now to the nearest expiry of the legs that have not expired; undefined without any. */
export function spanOf({ snapshot, context }: PaneState<StrategySnapshot>): Span | undefined {
  const [nearest] = snapshot?.valuation.legs.flatMap(({ isExpired, expiry }) => (isExpired ? [] : expiry)).sort() ?? [];
  if (!snapshot || !context || nearest === undefined) return undefined;
  return {
    segment: underlyingOf(context.symbol).segment,
    date: snapshot.date,
    minute: minute(snapshot.minute),
    expiry: nearest,
    daysNow: snapshot.valuation.days.now,
  };
}

/** '21 Aug 15:40' */
const momentText = ({ date, minute }: Moment): string => `${dayWords(date)} ${minuteLabel(minute)}`;

/** 'now', 'expiry' at the ends. */
export function targetText(span: Span, daysLeft: number): string {
  return daysLeft >= span.daysNow ? "now" : momentText(momentAt(span, daysLeft));
}

const days = numberFormat({ decimals: 1 });
export const daysText = (left: number): string => {
  const text = days.text(left).replace(/\.0$/, "");
  return `${text} ${text === "1" ? "day" : "days"} left`;
};
