/** A strategy in figures, as lines of text. Pure: a portfolio and an analyzer write the same. */
import { riskReward } from "#contract/domain/strategy/figures.ts";
import type { Valuation } from "#contract/domain/strategy/valuation.ts";
import { formats, numberFormat } from "../../../format/format.ts";
import type { Fact } from "./Facts.tsx";

/** Whole rupees with their sign. */
export const money = numberFormat({ decimals: 0, signed: true });
const share = numberFormat({ decimals: 1, suffix: "%", signed: true });
const ratio = numberFormat({ decimals: 2 });
const figure = (decimals: number) => numberFormat({ decimals, signed: true });
const MOST_BREAK_EVENS = 6;

/** From here on a level of the spot has no paise: rupees. */
export const WHOLE_FROM = 1000;

/** A level of the spot, as a break-even is. */
export const levelText =
  (decimals: 2 | 4) =>
  (level: number): string =>
    (decimals === 4 ? formats.price4 : level < WHOLE_FROM ? formats.price : formats.whole).text(level);

export type PayoffFigures = Pick<
  Valuation,
  "maxProfit" | "maxLoss" | "atZero" | "breakEvens" | "netCredit" | "margin" | "scanMargin"
> & {
  /** One of the legs is sold. */
  readonly isSold: boolean;
};
export type GreekFigures = Pick<Valuation, "delta" | "theta" | "gamma" | "vega" | "pop">;

/** What per cents are of: the debit where one was paid and nothing is sold, else the margin. */
export const baseOf = ({
  netCredit,
  margin,
  isSold,
}: Pick<PayoffFigures, "netCredit" | "margin" | "isSold">): number => (netCredit < 0 && !isSold ? -netCredit : margin);

/** '' where there is nothing to divide by. */
export const shareOf = (value: number, base: number): string =>
  Number.isFinite(value) && base > 0 ? share.text((value / base) * 100) : "";

/** Rupees of an extreme; 'Unlimited' where it has no end. */
export const limitText = (value: number): string =>
  Number.isFinite(value) ? money.text(value) : Number.isNaN(value) ? "-" : "Unlimited";

export const marginText = (margin: number): string => (margin > 0 ? formats.whole.text(margin) : "---");

const MARGIN = "Estimated Margin";
const NO_PAYOFF: readonly Fact[] = [
  { label: "Max Profit", value: "-" },
  { label: "Max Loss", value: "-" },
  { label: "Break Even", value: "NA" },
  { label: "RR", value: "NA" },
  { label: "Net Debit/Credit", value: "-" },
  { label: MARGIN, value: "---" },
  { label: "Scan margin", value: "---" },
];

/** An extreme that is met only where the underlying is worth nothing would be taken for one within reach. */
const beside = (words: string, isAtZero: boolean): string => (isAtZero ? `${words} at spot 0`.trim() : words);

/** @param figures absent without legs; @param marginLabel what the first estimate is called */
export function payoffRows(figures: PayoffFigures | undefined, decimals: 2 | 4, marginLabel = MARGIN): readonly Fact[] {
  if (!figures) return NO_PAYOFF.map((fact) => (fact.label === MARGIN ? { ...fact, label: marginLabel } : fact));
  const { maxProfit, maxLoss, atZero, breakEvens, netCredit, margin, scanMargin } = figures;
  const rr = riskReward(maxProfit, maxLoss);
  const isKnown = breakEvens.length >= 1 && breakEvens.length <= MOST_BREAK_EVENS;
  return [
    {
      label: "Max Profit",
      value: limitText(maxProfit),
      aside: beside(shareOf(maxProfit, margin), maxProfit > 0 && maxProfit === atZero),
      tone: maxProfit > 0 ? "up" : undefined,
    },
    {
      label: "Max Loss",
      value: limitText(maxLoss),
      aside: beside(shareOf(maxLoss, baseOf(figures)), maxLoss < 0 && maxLoss === atZero),
      tone: maxLoss < 0 ? "down" : undefined,
    },
    { label: "Break Even", value: isKnown ? breakEvens.map(levelText(decimals)).join(" - ") : "NA" },
    {
      label: "RR",
      value: Number.isNaN(rr) ? "NA" : `1 : ${ratio.text(rr)}`,
      aside: beside("", !Number.isNaN(rr) && (maxProfit === atZero || maxLoss === atZero)),
    },
    {
      label: netCredit > 0 ? "Net Credit" : netCredit < 0 ? "Net Debit" : "Net Debit/Credit",
      value: formats.whole.text(Math.abs(netCredit)),
    },
    {
      label: marginLabel,
      value: marginText(margin),
      aside: "specification",
      title: "By the specification's rules, at the prices now",
    },
    {
      label: "Scan margin",
      value: marginText(scanMargin),
      aside: "our estimate",
      title: "All legs together through sixteen scenarios, with exposure. Not the exchange's SPAN",
    },
  ];
}

/** '44%'; with a dagger where the usual rule would say otherwise. */
export const popText = (pop: Valuation["pop"] | undefined): string =>
  pop === undefined || Number.isNaN(pop.percent) ? "-" : `${Math.round(pop.percent)}%${pop.isCorrected ? " †" : ""}`;

export function greekRows(figures: GreekFigures | undefined): readonly Fact[] {
  const { delta = Number.NaN, theta = Number.NaN, gamma = Number.NaN, vega = Number.NaN, pop } = figures ?? {};
  return [
    { label: "Delta", value: figure(1).text(delta) },
    { label: "Theta", value: figure(0).text(theta), title: "Rupees a day" },
    { label: "Gamma", value: figure(3).text(gamma) },
    { label: "Vega", value: figure(0).text(vega), title: "Rupees a point of IV" },
    {
      label: "PoP",
      value: popText(pop),
      title: pop?.isCorrected
        ? `The usual rule gives ${Math.round(pop.rule)}%: it takes a credit for a profit in the middle, and this payoff is the other way round`
        : undefined,
    },
  ];
}
