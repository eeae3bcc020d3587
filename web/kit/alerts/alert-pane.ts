/** What alerts read of a pane: its lines, and what they are of. */
import type { Atom, createStore, Getter, PrimitiveAtom } from "jotai";
import type { WithSeries } from "#contract/domain/snapshots/series-set.ts";
import { ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import type { PaneContext, PaneScope } from "#contract/worker/screen.ts";
import type { Level, PlotLabel, ScaleKey } from "../../charts/chart-spec.ts";
import { timeFormat } from "../../format/format.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { AskedLines } from "../pane/create-pane.ts";
import { draftAtom, firingsOf } from "./draft.ts";
import { type AlertSubject, alertRulesAtom, isSameSubject } from "./rules.ts";

export interface AlertPane {
  readonly screen: { readonly id: string; readonly scope?: readonly PaneScope[] };
  readonly stateAtom: Atom<PaneState<WithSeries>>;
  readonly contextAtom: Atom<PaneContext | undefined>;
  readonly paramsAtom: Atom<unknown>;
  readonly ownLinesAtom: PrimitiveAtom<AskedLines>;
  /** The params of the lines alone, where others belong to other parts of the screen. */
  readonly alertParamsAtom?: Atom<unknown>;
  /** What the lines are of, where symbol and expiry do not say it. */
  readonly alertNameAtom?: Atom<string>;
}

/** A line that a rule can be about. */
export interface AlertLine {
  readonly id: string;
  readonly label: string;
  /** Offered, and not to be chosen now. */
  readonly isOff?: boolean;
}

/** Undefined while the market is not known, or lists no future for a screen of futures. */
export function subjectOf(get: Getter, pane: AlertPane): AlertSubject | undefined {
  const context = get(pane.contextAtom);
  if (!context) return undefined;
  const { id, scope } = pane.screen;
  const { exchange, symbol } = context;
  const isFuture = scope?.includes("futureExpiry");
  const isMarket = scope?.includes("symbol") === false;
  // A screen of one symbol shows that symbol's future where another one's is chosen; a screen of the market shows the chosen.
  const future = isMarket ? context.futureExpiry : ownFutureExpiry(context);
  const expiry = isFuture ? future : context.expiry;
  if (expiry === undefined) return undefined;
  const params = JSON.stringify(get(pane.alertParamsAtom ?? pane.paramsAtom));
  const name = pane.alertNameAtom && get(pane.alertNameAtom);
  const kind = { ...(isFuture && { isFuture }), ...(isMarket && { isMarket }) };
  return { screen: id, exchange, symbol, expiry, ...kind, params, ...(name && { name }) };
}

interface ScaledLine {
  readonly id: string;
  readonly scale?: ScaleKey;
}

/** The values of the pane's armed rules, and of the one that is being made, as levels of the chart of these lines. */
export function alertLevels(get: Getter, pane: AlertPane, lines: readonly ScaledLine[]): readonly Level[] {
  const rules = get(alertRulesAtom);
  const draft = get(draftAtom);
  if (rules.length === 0 && draft === undefined) return [];
  const subject = subjectOf(get, pane);
  if (!subject || get(pane.contextAtom)?.day !== undefined) return [];
  const shown: { readonly leftLine: string; readonly right: string | number }[] = rules.filter((rule) =>
    isSameSubject(rule.isMarket ? { ...rule, symbol: subject.symbol } : rule, subject),
  );
  if (draft?.pane === pane.stateAtom) shown.push(draft.rule);
  return shown.flatMap(({ leftLine, right: value }): Level[] => {
    const on = lines.find(({ id }) => id === leftLine);
    if (!on || typeof value !== "number") return [];
    return [{ value, label: `alert ${value}`, colour: "accent", ...(on.scale && { scale: on.scale }) }];
  });
}

/** A dot wherever the rule that is being made would have fired today; the first and the last with their times. */
export function firingLabels(get: Getter, pane: AlertPane, lines: readonly ScaledLine[]): readonly PlotLabel[] {
  const draft = get(draftAtom);
  const { snapshot } = get(pane.stateAtom);
  if (draft?.pane !== pane.stateAtom || !snapshot) return [];
  const { leftLine, condition } = draft.rule;
  const on = lines.find(({ id }) => id === leftLine);
  const firings = firingsOf(snapshot, draft.rule);
  if (!on || !firings) return [];
  const { places, minuteAt, levelAt } = firings;
  return places.map((place, i): PlotLabel => {
    const at = minuteAt(place);
    return {
      at,
      value: levelAt(place),
      lines: i === 0 || i === places.length - 1 ? [timeFormat.text(at)] : [],
      mark: "dot",
      // The line comes from the other side of the level.
      side: "left",
      height: condition === "cross_above" ? "above" : "below",
      colour: "accent",
      ...(on.scale && { scale: on.scale }),
    };
  });
}

/** Tells of other rules, armed or being made. @returns what ends it. */
export function followLevels(store: ReturnType<typeof createStore>, listener: () => void): () => void {
  const ends = [alertRulesAtom, draftAtom].map((one) => store.sub(one, listener));
  return () => {
    for (const end of ends) end();
  };
}
