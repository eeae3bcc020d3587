import { type Atom, atom, useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { withOwnLines } from "#contract/worker/own-lines.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { type SeriesRules, seriesWatch } from "#contract/worker/series-alerts.ts";
import type { WatchMessage } from "#contract/worker/watch.ts";
import { useTabLock } from "../../components/use-tab-lock.ts";
import { liveListAtom } from "../../state/clock/day.ts";
import { expiriesOf, spotExpiryOf } from "../../state/market/universe.ts";
import { pricingAtom } from "../../state/saved/preferences.ts";
import { ownLines } from "../formulas/line-formula.ts";
import { fireAlertsAtom } from "./fire.ts";
import { type AlertSubject, alertRulesAtom, crossingOf, groupRules, isListed, isSameSubject } from "./rules.ts";
import { useWatch } from "./use-watch.ts";

/** Arms every stored rule while the board is open, whatever day it shows, in a hidden tab as well. Of several tabs one does it. */
export function ArmedAlerts(): ReactNode {
  const groups = groupRules(useAtomValue(alertRulesAtom));
  const isHolder = useTabLock("alerts");
  if (!isHolder) return undefined;
  return groups.map(([{ screen, exchange, symbol, expiry, isFuture, isMarket, params }]) => {
    const subject = JSON.stringify({ screen, exchange, symbol, expiry, isFuture, isMarket, params });
    return <Armed key={subject} subject={subject} />;
  });
}

/** The rules on the same lines: one watch. @param subject as JSON: the same text while it is the same */
function Armed({ subject }: { readonly subject: string }): undefined {
  const watched = useMemo(() => watchAtoms(JSON.parse(subject)), [subject]);
  const [, fire] = useAtom(fireAlertsAtom);
  const heard = useCallback(({ fired }: WatchMessage<string>) => fire(fired), [fire]);
  useWatch(watched.definition, watched, heard);
}

function watchAtoms(subject: AlertSubject) {
  let last: SeriesRules | undefined;
  return {
    definition: seriesWatch(subject.screen),
    contextAtom: contextOf(subject),
    /** The same object while the rules are the same: other rules begin again. */
    rulesAtom: atom((get): SeriesRules => {
      const own = get(alertRulesAtom).filter((rule) => isSameSubject(rule, subject));
      if (own.map(({ id }) => id).join() !== last?.rules.map(({ id }) => id).join() || !last) {
        const rules = own.map(({ id, leftLine, condition, right, rightLine }) => {
          const other = typeof right === "number" ? right : rightLine;
          const isCondition = condition === "holds";
          return { id, left: leftLine, crosses: crossingOf(condition), isCondition, right: other };
        });
        const lines = ownLines(own.flatMap(({ leftLine, rightLine }) => [leftLine, rightLine]));
        last = { params: withOwnLines<unknown>(JSON.parse(subject.params), lines), rules };
      }
      return last;
    }),
  };
}

/** The chain or the future of the rules, live; undefined once it is no longer listed. */
export const contextOf = (subject: AlertSubject): Atom<PaneContext | undefined> =>
  atom((get) => {
    const universe = get(liveListAtom);
    if (!universe || !isListed(universe, subject)) return undefined;
    const { exchange, symbol, expiry, isFuture } = subject;
    const expiries = expiriesOf(universe, exchange, symbol);
    const [nearest = expiry] = expiries;
    const spotExpiry = spotExpiryOf(universe, exchange);
    const pricing = get(pricingAtom);
    return {
      exchange,
      symbol,
      expiry: isFuture ? nearest : expiry,
      expiries,
      futureExpiry: isFuture ? expiry : spotExpiry,
      futureExpiries: universe.futureExpiries[exchange] ?? [],
      spotExpiry,
      ...((pricing.forward || pricing.untraded) && { pricing }),
    };
  });
