/** Alert rules of the user, kept in the browser for every screen of lines. */
import { atom } from "jotai";
import type { Crossing } from "#contract/domain/crossing.ts";
import type { Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { liveListAtom } from "../../state/clock/day.ts";
import { expiriesOf, type Universe } from "../../state/market/universe.ts";
import { isBoolean, isRecord, storedAtom } from "../../state/saved/storage.ts";

export const CONDITIONS = ["cross_above", "cross_below"] as const;
/** 'holds': the left line is that of a condition, and is anything but 0 while it holds. */
export type AlertCondition = (typeof CONDITIONS)[number] | "holds";

/** The lines that a rule is about: those of a screen as it was set when the rule was made. */
export interface AlertSubject {
  readonly screen: string;
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** The expiry is the future's, as screens of futures have it; absent: that of the options. */
  readonly isFuture?: true;
  /** The lines are of the whole market: the symbol is the one that the board was on, and says nothing of them. */
  readonly isMarket?: true;
  /** The screen's params as JSON; a strike that follows the money follows it in the rule, too. */
  readonly params: string;
  /** What the lines are of besides the contract, in short: a pair of strikes. For the user alone. */
  readonly name?: string;
}

export interface AlertRule extends AlertSubject {
  /** Left, condition, right and the time of its making in milliseconds, joined by underscores. */
  readonly id: string;
  /** The name of a series. */
  readonly left: string;
  readonly condition: AlertCondition;
  /** The name of a series, or a value in the unit of the left one. */
  readonly right: string | number;
  /** Ids of the lines, of a screen or of a formula; `rightLine` is '' for a value. */
  readonly leftLine: string;
  readonly rightLine: string;
}

const isRule = (value: unknown): value is AlertRule => {
  if (!isRecord(value)) return false;
  const texts = ["id", "left", "leftLine", "rightLine", "screen", "exchange", "symbol", "expiry", "params"];
  return (
    texts.every((key) => typeof value[key] === "string") &&
    (value["name"] === undefined || typeof value["name"] === "string") &&
    [...CONDITIONS, "holds"].some((one) => one === value["condition"]) &&
    (typeof value["right"] === "number" || (typeof value["right"] === "string" && value["rightLine"] !== ""))
  );
};
const isRules = (value: unknown): value is readonly AlertRule[] => Array.isArray(value) && value.every(isRule);

/** Of every screen, under the key that straddles' alerts have. A rule goes when it fires. */
export const alertRulesAtom = storedAtom<readonly AlertRule[]>("alerts-straddle", [], isRules);
alertRulesAtom.debugLabel = "alertRules";

/** Whether the live market still lists what a rule is about. */
export function isListed(
  universe: Universe,
  { exchange, symbol, expiry, isFuture, isMarket }: Omit<AlertSubject, "screen" | "params">,
): boolean {
  const expiries = expiriesOf(universe, exchange, symbol);
  return isFuture
    ? (isMarket || expiries.length > 0) && (universe.futureExpiries[exchange] ?? []).includes(expiry)
    : expiries.includes(expiry);
}

/** The rules that are watched now: those of expired contracts rest. */
export const armedRulesAtom = atom((get): readonly AlertRule[] => {
  const universe = get(liveListAtom);
  return universe ? get(alertRulesAtom).filter((rule) => isListed(universe, rule)) : [];
});
armedRulesAtom.debugLabel = "armedRules";

/** Whether the system shows a notification as well, where the tab is hidden. */
export const notifiesAtom = storedAtom("alertNotification", false, isBoolean);
notifiesAtom.debugLabel = "alertNotification";

export interface AlertDraft {
  readonly left: string;
  readonly leftLine: string;
  readonly condition: AlertCondition;
  readonly right: string | number;
  readonly rightLine: string;
}

/** @param now milliseconds since the epoch. */
export const makeRule = (draft: AlertDraft, subject: AlertSubject, now: number): AlertRule => ({
  ...draft,
  ...subject,
  id: [draft.left, draft.condition, draft.right, now].join("_"),
});

export const conditionText = (condition: AlertCondition): string => condition.replace("_", " ");

export const crossingOf = (condition: AlertCondition): Crossing => (condition === "cross_below" ? "below" : "above");

/** 'Straddle cross below 55', 'Pcr > 1.2' */
export const ruleText = ({ left, condition, right }: Pick<AlertRule, "left" | "condition" | "right">): string =>
  condition === "holds" ? left : `${left} ${conditionText(condition)} ${right}`;

/** 'NIFTY 2026-08-18 24,200', 'NSE 2026-08-25': rules of several pairs have the same words. @param words of the expiry */
export const subjectText = (
  { exchange, symbol, isMarket, expiry, name }: AlertSubject,
  words: string = expiry,
): string => [isMarket ? exchange : symbol, words, ...(name ? [name] : [])].join(" ");

export const firedText = (rule: AlertRule): string => `Alert triggered: ${ruleText(rule)}`;

export const isSameSubject = (a: AlertSubject, b: AlertSubject): boolean =>
  a.screen === b.screen &&
  a.exchange === b.exchange &&
  a.symbol === b.symbol &&
  a.expiry === b.expiry &&
  a.isFuture === b.isFuture &&
  a.params === b.params;

/** Rules of one subject are watched together. */
export function groupRules(rules: readonly AlertRule[]): readonly (readonly [AlertRule, ...AlertRule[]])[] {
  const groups: [AlertRule, ...AlertRule[]][] = [];
  for (const rule of rules) {
    const group = groups.find(([first]) => isSameSubject(first, rule));
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  return groups;
}
