/** The templates of a view on the chain as it stands. Pure. */
import {
  placed,
  TEMPLATES,
  type Template,
  type TemplateMarket,
  type View,
  widthInStrikes,
} from "#contract/domain/strategy/ready-made.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { TrialLeg } from "../../../components/strategy-trials/snapshot.ts";

export interface PlacedTemplate {
  readonly template: Template;
  /** Undefined where it has no place: a strike without a price, or no later expiry. */
  readonly legs: readonly TrialLeg[] | undefined;
}

interface Expiries {
  readonly near: IsoDate;
  /** The next one; undefined after the last. */
  readonly far: IsoDate | undefined;
}

/** Of a later expiry only the strike at the money is asked: whether it has a price is known when the answer comes. */
export function placeTemplates(
  view: View,
  snapshot: Pick<StrategySnapshot, "ladder" | "valuation">,
  { near, far }: Expiries,
): readonly PlacedTemplate[] {
  const market = marketOf(snapshot);
  return TEMPLATES.filter((template) => template.view === view).map((template) => {
    const isPossible = far !== undefined || template.legs.every(({ isFar }) => !isFar);
    const legs = market && isPossible ? placed(template, market) : undefined;
    return {
      template,
      legs: legs?.map(({ side, lots, type, strike, isFar }) => ({
        type,
        expiry: (isFar ? far : undefined) ?? near,
        strike,
        lots: side === "buy" ? lots : -lots,
      })),
    };
  });
}

function marketOf({ ladder, valuation }: Pick<StrategySnapshot, "ladder" | "valuation">): TemplateMarket | undefined {
  const { strikes, ce, pe, atm, step } = ladder;
  const strike = strikes[atm];
  if (strike === undefined || !(step > 0)) return undefined;
  const iv = ce.iv[atm] || pe.iv[atm] || Number.NaN;
  return {
    atm: strike,
    step,
    width: widthInStrikes(valuation.spotNow, iv, ladder.years, step),
    priced(type, isFar) {
      if (isFar) return [strike];
      const { ltp } = type === "CE" ? ce : pe;
      return Array.from(strikes).filter((_, i) => ltp[i]! > 0);
    },
  };
}
