/** Smile, term structure and expected move as charts. Pure. */

import { dayWords } from "#contract/domain/date-words.ts";
import { dayNumber } from "../../charts/axes/date-ticks.ts";
import type { ChartData, ChartSpec, LineSeries, TooltipContent } from "../../charts/chart-spec.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { plainTick } from "../../kit/series/price-axis.ts";
import { placeNote, scaleText } from "../../kit/strikes/strike-list.ts";
import type { Snapshot } from "./snapshot.ts";
import { daysText, isAside } from "./words.ts";

const iv = formats.price.text;
export const EMPTY: ChartData = { x: [], columns: [] };
const hasAny = (line: Float64Array): boolean => line.some((value) => !Number.isNaN(value));
const nothing: TooltipContent = { title: "-", rows: [] };

/** What a chart draws now: its texts ask for what is drawn, not for what is on its way. */
export type Shown = () => Snapshot | undefined;

const now: LineSeries = { kind: "line", id: "now", label: "Now", colour: "s1", format: iv, tag: "solid" };
const previous: LineSeries = {
  kind: "line",
  id: "previous",
  label: "Previous close",
  colour: "s8",
  width: 1,
  format: iv,
  tag: "outline",
};

/** @param earlier the name of the minute's line, '11:32'; '' for none. */
export function smileSpec(earlier: string, shown: Shown): ChartSpec {
  const atEarlier: LineSeries = {
    kind: "line",
    id: "earlier",
    label: earlier,
    colour: "s4",
    dash: [5, 3],
    format: iv,
    tag: "outline",
  };
  return {
    x: { kind: "number", name: "Strike", format: scaleText },
    y: { format: plainTick, unit: "IV %" },
    series: earlier === "" ? [now, previous] : [now, atEarlier, previous],
    tooltip: (index) => smileTip(shown(), index, earlier),
  };
}

function smileTip(snapshot: Snapshot | undefined, index: number, earlier: string): TooltipContent {
  const strike = snapshot?.smile.strikes[index];
  if (!snapshot || strike === undefined) return nothing;
  const { smile, reference, atm } = snapshot;
  const row = (label: string, colour: "s1" | "s4" | "s8", line: Float64Array) => ({
    label,
    colour,
    values: [formats.percent.text(line[index] ?? Number.NaN)],
  });
  return {
    title: `${strikeText(strike)} ${strike >= reference ? "CE" : "PE"}`,
    ...placeNote(smile.strikes, atm, index),
    rows: [
      row("Now", "s1", smile.now),
      ...(earlier === "" ? [] : [row(earlier, "s4", smile.earlier)]),
      row("Previous close", "s8", smile.previous),
    ],
  };
}

export function smileData(
  { smile, reference }: Snapshot,
  hasEarlier: boolean,
  price: (value: number) => string,
): ChartData {
  const columns = hasEarlier ? [smile.now, smile.earlier, smile.previous] : [smile.now, smile.previous];
  if (!columns.some(hasAny)) return EMPTY;
  const marks = Number.isNaN(reference) ? [] : [{ at: reference, label: price(reference) }];
  return { x: smile.strikes, columns, marks };
}

const DAY_TICKS = [0, 1, 3, 7, 14, 21, 30, 60, 90, 120, 180, 365, 730, 1095, 1460, 1825];
/** Least distance of two ticks, as a part of the scale. */
const TICK_SPACE = 0.07;

/** Round numbers of days, as many as the square-root scale has room for. */
export function dayTicks(from: number, to: number): readonly number[] {
  const space = (Math.sqrt(to) - Math.sqrt(from)) * TICK_SPACE;
  const ticks: number[] = [];
  for (const days of DAY_TICKS) {
    if (days < from || days > to) continue;
    const last = ticks.at(-1);
    if (last === undefined || Math.sqrt(days) - Math.sqrt(last) >= space) ticks.push(days);
  }
  return ticks;
}

/** Places of the expiries that are drawn: those with an IV, without the nearest where that stands aside. */
function drawnTerms({ terms }: Snapshot): number[] {
  const { now: ivs, previous: before } = terms;
  const isDrawn = (place: number): boolean =>
    !(place === 0 && isAside(terms)) && !(Number.isNaN(ivs[place]) && Number.isNaN(before[place]));
  return [...terms.expiries.keys()].filter(isDrawn);
}

export function termSpec(shown: Shown): ChartSpec {
  const at = (index: number) => {
    const snapshot = shown();
    const place = snapshot && drawnTerms(snapshot)[index];
    const expiry = snapshot?.terms.expiries[place ?? -1];
    return snapshot && expiry && place !== undefined ? { ...snapshot.terms, expiry, place } : undefined;
  };
  return {
    x: { kind: "number", name: "Days", place: Math.sqrt, ticks: dayTicks, format: formats.whole.text },
    y: { format: plainTick, unit: "IV %" },
    series: [
      {
        ...now,
        dotText: (index) => {
          const term = at(index);
          return term ? [dayWords(term.expiry), iv(term.now[term.place] ?? Number.NaN)] : [];
        },
      },
      previous,
    ],
    tooltip: (index) => {
      const term = at(index);
      if (!term) return nothing;
      const value = (line: Float64Array) => [formats.percent.text(line[term.place] ?? Number.NaN)];
      return {
        title: dayWords(term.expiry),
        note: daysText(term.days[term.place] ?? 0),
        rows: [
          { label: "Now", colour: "s1", values: value(term.now) },
          { label: "Previous close", colour: "s8", values: value(term.previous) },
        ],
      };
    },
  };
}

export function termData(snapshot: Snapshot): ChartData {
  const { days, now: ivs, previous: before } = snapshot.terms;
  const places = drawnTerms(snapshot);
  const column = (of: Float64Array) => Float64Array.from(places, (place) => of[place]!);
  return places.length > 0 ? { x: column(days), columns: [column(ivs), column(before)] } : EMPTY;
}

/** @param decimals of the symbol's prices. */
export function moveSpec(decimals: 2 | 4): ChartSpec {
  const price = numberFormat({ decimals }).text;
  const edge = (id: string, label: string): LineSeries => ({
    kind: "line",
    id,
    label,
    colour: "ink-3",
    width: 1,
    format: price,
    tag: "outline",
    tagPrefix: label,
    tagFormat: decimals === 4 ? price : formats.whole.text,
  });
  return {
    x: { kind: "date" },
    y: { format: plainTick, unit: "points" },
    series: [
      { kind: "line", id: "closes", label: "Spot", colour: "ink", format: price, tag: "solid" },
      edge("upper2", "+2σ"),
      edge("upper", "+1σ"),
      edge("lower", "\u22121σ"),
      edge("lower2", "\u22122σ"),
    ],
    bands: [
      { between: ["upper2", "lower2"], colour: "raised" },
      { between: ["upper", "lower"], colour: "hover" },
    ],
  };
}

/** Today as a line; the chosen expiry with the prices that are one standard deviation away. */
export function moveData({ move, date, expiry }: Snapshot, price: (value: number) => string): ChartData {
  const { dates, closes, upper2, upper, lower, lower2 } = move;
  if (!hasAny(closes) && !hasAny(upper)) return EMPTY;
  const place = dates.indexOf(expiry);
  const [high, low] = [upper[place] ?? Number.NaN, lower[place] ?? Number.NaN];
  const words = `${dayWords(expiry)}: ${price(low)} to ${price(high)}`;
  return {
    x: dates.map(dayNumber),
    columns: [closes, upper2, upper, lower, lower2],
    marks: [
      { at: dayNumber(date), label: "" },
      ...(expiry > date && high > low ? [{ at: dayNumber(expiry), label: words }] : []),
    ],
  };
}
