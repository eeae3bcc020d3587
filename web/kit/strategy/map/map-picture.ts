/** What a map says in words: its heads, its tags, one of its cells. Pure. */
import { dayWords } from "#contract/domain/date-words.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { momentAt, type Span } from "#contract/domain/strategy/moments.ts";
import type { StrategyMap } from "#contract/domain/strategy/valuation.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { strikeTextOf } from "../../strikes/strike-list.ts";
import { type MapCell, type MapLayout, nearestOf } from "./map-layout.ts";
import type { MapPicture } from "./paint-map.ts";

export interface MapFacts {
  readonly map: StrategyMap;
  readonly span: Span;
  readonly spotNow: number;
  /** The what-if's point. */
  readonly spot: number;
  readonly daysTarget: number;
  readonly projected: number;
  readonly isMoved: boolean;
  readonly breakEvens: readonly number[];
  /** Of a spot, and of a cell. */
  readonly level: (spot: number) => string;
  readonly value: (value: number) => string;
}

export function pictureOf(facts: MapFacts, layout: MapLayout): Omit<MapPicture, "theme" | "width" | "pointer"> {
  const { map, spot, spotNow, daysTarget, projected, isMoved, breakEvens, level, value } = facts;
  const shown = layout.columns.map((index) => map.daysLeft[index]!);
  const spots = layout.rows.map((index) => map.spots[index]!);
  return {
    map,
    layout,
    spot: spotNow,
    text: value,
    heads: shown.map((left, i) => headOf(facts, left, i === shown.length - 1)),
    labels: spots.map(strikeTextOf(spots)),
    point: {
      row: layout.rows.indexOf(nearestOf(map.spots, spot)),
      column: nearestOf(shown, daysTarget),
    },
    tags: [
      ...(isMoved ? [{ spot, label: `what-if ${value(projected)}`, colour: "accent" as const }] : []),
      { spot: spotNow, label: `Spot ${level(spotNow)}`, colour: "ink" as const },
      ...breakEvens.map((at) => ({ spot: at, label: `BE ${level(at)}`, colour: "ink-3" as const })),
    ],
  };
}

function headOf({ span }: MapFacts, left: number, isLast: boolean): readonly [string, string] {
  const { date, minute } = momentAt(span, left);
  const time = left >= span.daysNow ? "now" : isLast && left === 0 ? "expiry" : minuteLabel(minute);
  return [dayWords(date), time];
}

export function saidOf(facts: MapFacts, layout: MapLayout, { row, column }: MapCell, value: number): string {
  const left = facts.map.daysLeft[layout.columns[column] ?? 0]!;
  const spot = facts.map.spots[layout.rows[row] ?? 0]!;
  return `${strikeText(spot)}, ${headOf(facts, left, left === 0).join(" ")}: ${facts.value(value)}`;
}
