/** Which contracts of a chain take part: what the view chooses, and what the derivation makes of it. */
import { findStrike } from "./find-strike.ts";

/** A strike of a chosen list, in rupees. Both sides off: it is listed, and takes no part. */
export interface StrikePick {
  readonly strike: number;
  readonly ce: boolean;
  readonly pe: boolean;
}

export type StrikeChoice =
  /** So many strikes on each side of a centre: the strike at the money, wherever it moves, or one strike in rupees. */
  | { readonly kind: "around"; readonly centre: "atm" | number; readonly each: number }
  | { readonly kind: "all" }
  | { readonly kind: "chosen"; readonly picks: readonly StrikePick[] };

/** The skeleton of a chain: strikes scaled and ascending, rows by strike index, -1 where there is no contract. */
export interface ChainStrikes {
  readonly count: number;
  readonly strikes: Int32Array;
  readonly ce: Int32Array;
  readonly pe: Int32Array;
}

/** A chain's strikes as a select, a strip or a picker shows them. */
export interface StrikeList {
  /** Rupees, ascending. */
  readonly strikes: Float64Array;
  /** Rupees; NaN where no price of the underlying is known. */
  readonly atm: number;
  /** Open interest by strike, units; NaN where there is no contract or no figure. */
  readonly ceOi: Float64Array;
  readonly peOi: Float64Array;
}

/** Rows of the contracts that take part; contracts that the chain lacks are left out. */
export interface ChosenRows {
  readonly ce: Int32Array;
  readonly pe: Int32Array;
}

/** Strike indexes, `from` included, `to` not. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Index of a strike in rupees, or -1. */
type Find = (strike: number) => number;

const finder =
  (chain: ChainStrikes, scale: number): Find =>
  (strike) =>
    findStrike(chain.strikes, strike, scale);

/** Index of the strike that a range stands around. A centre that the chain does not list is the strike at the money. */
export function centreOf(centre: "atm" | number, chain: ChainStrikes, atm: number, scale: number): number {
  return centreIn(centre, atm, finder(chain, scale));
}

function centreIn(centre: "atm" | number, atm: number, find: Find): number {
  const index = centre === "atm" ? -1 : find(centre);
  return index < 0 ? atm : index;
}

/** The strikes that a choice reaches over: its lowest to its highest; the whole chain where the centre is not known. */
export const spanOf = (choice: StrikeChoice, chain: ChainStrikes, atm: number, scale: number): Span =>
  spanIn(choice, chain.count, atm, finder(chain, scale));

function spanIn(choice: StrikeChoice, count: number, atm: number, find: Find): Span {
  if (choice.kind === "around") {
    const centre = centreIn(choice.centre, atm, find);
    if (centre >= 0) return { from: Math.max(0, centre - choice.each), to: Math.min(count, centre + choice.each + 1) };
  }
  if (choice.kind !== "chosen") return { from: 0, to: count };
  const places = choice.picks
    .filter(({ ce, pe }) => ce || pe)
    .map(({ strike }) => find(strike))
    .filter((place) => place >= 0);
  return places.length === 0 ? { from: 0, to: 0 } : { from: Math.min(...places), to: Math.max(...places) + 1 };
}

/** A choice in words: the strike that a range stands around, and the lowest and highest that take part; rupees, NaN for none. */
export interface StrikeReach {
  readonly centre: number;
  readonly low: number;
  readonly high: number;
}

/** What a choice comes to in a chain. Without a range the centre is the strike at the money. */
export function reachOf(choice: StrikeChoice, { strikes, atm }: Pick<StrikeList, "strikes" | "atm">): StrikeReach {
  const find: Find = (strike) => strikes.indexOf(strike);
  const { from, to } = spanIn(choice, strikes.length, find(atm), find);
  const centre = choice.kind === "around" ? centreIn(choice.centre, find(atm), find) : find(atm);
  const strikeAt = (index: number): number => strikes[index] ?? Number.NaN;
  const isNone = from === to;
  return {
    centre: strikeAt(centre),
    low: isNone ? Number.NaN : strikeAt(from),
    high: isNone ? Number.NaN : strikeAt(to - 1),
  };
}

/** @param atm index of the strike at the money, or -1. @param scale scaled units a rupee. */
export function rowsOf(choice: StrikeChoice, chain: ChainStrikes, atm: number, scale: number): ChosenRows {
  const isContract = (row: number): boolean => row >= 0;
  const find = finder(chain, scale);
  if (choice.kind !== "chosen") {
    const { from, to } = spanOf(choice, chain, atm, scale);
    return { ce: chain.ce.subarray(from, to).filter(isContract), pe: chain.pe.subarray(from, to).filter(isContract) };
  }
  const rows = (side: Int32Array, isOn: (pick: StrikePick) => boolean): Int32Array =>
    Int32Array.from(choice.picks.filter(isOn), ({ strike }) => side[find(strike)] ?? -1).filter(isContract);
  return { ce: rows(chain.ce, ({ ce }) => ce), pe: rows(chain.pe, ({ pe }) => pe) };
}

/** Which strikes a screen begins with. @param strikes rupees, ascending. @param atm rupees. */
export type PickRule = (strikes: ArrayLike<number>, atm: number) => readonly StrikePick[];

/** The strike at the money with both sides on, and so many neighbours on each side that are off. */
export const aroundAtm =
  (each: number): PickRule =>
  (strikes, atm) => {
    const all = Array.from(strikes);
    const centre = all.indexOf(atm);
    if (centre < 0) return [];
    return all
      .slice(Math.max(centre - each, 0), centre + each + 1)
      .map((strike) => ({ strike, ce: strike === atm, pe: strike === atm }));
  };

/** The buttons of a picker. OTM and ITM set one side and leave the other as it is. */
export const PICK_PRESETS = ["Select All", "OTM CE", "OTM PE", "ITM CE", "ITM PE", "Clear All"] as const;
export type PickPreset = (typeof PICK_PRESETS)[number];

/** @param atm in rupees; NaN: no strike is above it, and none at or below it. */
function presetOf(preset: PickPreset, pick: StrikePick, atm: number): StrikePick {
  switch (preset) {
    case "Select All":
      return { ...pick, ce: true, pe: true };
    case "Clear All":
      return { ...pick, ce: false, pe: false };
    case "OTM CE":
      return { ...pick, ce: pick.strike > atm };
    case "ITM CE":
      return { ...pick, ce: pick.strike <= atm };
    case "OTM PE":
      return { ...pick, pe: pick.strike <= atm };
    case "ITM PE":
      return { ...pick, pe: pick.strike > atm };
  }
}

export const applyPreset = (preset: PickPreset, picks: readonly StrikePick[], atm: number): readonly StrikePick[] =>
  picks.map((pick) => presetOf(preset, pick, atm));

/** Whether pressing the preset would change nothing. */
export const isPresetTrue = (preset: PickPreset, picks: readonly StrikePick[], atm: number): boolean =>
  picks.every((pick) => {
    const { ce, pe } = presetOf(preset, pick, atm);
    return ce === pick.ce && pe === pick.pe;
  });

/** Switches one side of a strike. */
export const toggleSide = (picks: readonly StrikePick[], strike: number, side: "ce" | "pe"): readonly StrikePick[] =>
  picks.map((pick) => (pick.strike === strike ? { ...pick, [side]: !pick[side] } : pick));

/** Switches both sides of a strike: on, unless both are on. */
export const toggleBoth = (picks: readonly StrikePick[], strike: number): readonly StrikePick[] =>
  picks.map((pick) => {
    const isOn = !(pick.ce && pick.pe);
    return pick.strike === strike ? { strike, ce: isOn, pe: isOn } : pick;
  });

/** Switches both sides of a strike where they are equal; nothing where one is on and the other off. */
export const toggleEqual = (picks: readonly StrikePick[], strike: number): readonly StrikePick[] =>
  picks.map((pick) => (pick.strike === strike && pick.ce === pick.pe ? { strike, ce: !pick.ce, pe: !pick.pe } : pick));

/** The picks of every strike of a chain, those of `chosen` as they are there, the others off. */
export function picksOver(strikes: ArrayLike<number>, chosen: readonly StrikePick[]): readonly StrikePick[] {
  const byStrike = new Map(chosen.map((pick) => [pick.strike, pick]));
  return Array.from(strikes, (strike) => byStrike.get(strike) ?? { strike, ce: false, pe: false });
}

/** How many of each side are on. */
export const countPicks = (picks: readonly StrikePick[]): { readonly ce: number; readonly pe: number } => ({
  ce: picks.filter(({ ce }) => ce).length,
  pe: picks.filter(({ pe }) => pe).length,
});
