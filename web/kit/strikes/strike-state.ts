/** The atoms of a pane that says which strikes take part. Its snapshot carries the chain's strikes as `strikes`. */
import { type Atom, atom, type WritableAtom } from "jotai";
import type { PickRule, StrikeChoice, StrikeList, StrikePick } from "#contract/domain/choices/strike-choice.ts";
import type { WantedStrike } from "../../state/pane/wanted-strike.ts";
import type { PaneOwn } from "../pane/create-pane.ts";
import { firstOfDay } from "../pane/first-of-day.ts";
import type { Setting } from "../pane/mount.ts";
import { ofSymbol } from "../pane/of-symbol.ts";
import { RANGE_ALL, RANGE_CUSTOM } from "./ranges.ts";

/** A snapshot that says which strikes there are. */
export interface WithStrikes {
  readonly strikes: StrikeList;
}

/** One strike for the derivation: rupees, or "atm" where it follows the money. */
export type StrikeAtom = WritableAtom<"atm" | number, [strike: number], void>;

/** Undefined before there are any: the strike at the money is not known, or nobody has chosen and there is no rule. */
export type PicksAtom = WritableAtom<readonly StrikePick[] | undefined, [picks: readonly StrikePick[]], void>;

const NEVER = atom(undefined);

const atmOf = ({ strikes: { atm } }: WithStrikes): number | undefined => (Number.isNaN(atm) ? undefined : atm);

/** The strike at the money of what is shown; NaN while it is not known. For choices that follow it. */
export const createAtm = ({ stateAtom }: PaneOwn<WithStrikes>): Atom<number> =>
  atom((get) => get(stateAtom).snapshot?.strikes.atm ?? Number.NaN);

/**
 * One strike. It begins at the money and stays there when the money moves on; the user's own choice lasts as long as the
 * symbol. @param autoAtom 'Auto ATM': while it is on the strike follows the money; choosing a strike turns it off.
 * @param wantedAtom what the user looks up elsewhere: the latest choice counts
 */
export function createStrike(
  own: PaneOwn<WithStrikes>,
  autoAtom?: Setting<boolean>,
  wantedAtom: Atom<WantedStrike | undefined> = NEVER,
): StrikeAtom {
  const chosenAtom = ofSymbol<{ readonly strike: number; readonly after: WantedStrike | undefined }>(own);
  const firstAtom = firstOfDay(own, atmOf);
  return atom(
    (get) => {
      const chosen = get(chosenAtom); // also under 'Auto ATM': it ends with the symbol
      if (autoAtom && get(autoAtom)) return "atm";
      const wanted = get(wantedAtom);
      const isWanted = wanted !== chosen?.after && wanted?.symbol === get(own.contextAtom)?.symbol;
      return (isWanted ? wanted : chosen)?.strike ?? get(firstAtom) ?? "atm";
    },
    (get, set, strike) => {
      set(chosenAtom, { strike, after: get(wantedAtom) });
      if (autoAtom) set(autoAtom, false);
    },
  );
}

/** Strikes with their sides. The first ones are those of the rule at the day's first strike at the money. */
export function createPicks(own: PaneOwn<WithStrikes>, rule: PickRule): PicksAtom {
  const chosenAtom = ofSymbol<readonly StrikePick[]>(own);
  const firstAtom = firstOfDay(own, (snapshot) =>
    atmOf(snapshot) === undefined ? undefined : rule(snapshot.strikes.strikes, snapshot.strikes.atm),
  );
  return atom(
    (get) => get(chosenAtom) ?? get(firstAtom),
    (_get, set, picks) => set(chosenAtom, picks),
  );
}

interface StrikeChoiceOptions {
  /** The ranges offered, such as 0 to 10, `RANGE_ALL` and `RANGE_CUSTOM`. */
  readonly ranges: readonly number[];
  /** Where the range is kept. */
  readonly rangeAtom: Setting<number>;
  /** Where 'Auto ATM' is kept; absent: there is none. */
  readonly autoAtom?: Setting<boolean>;
  /** What a choice by hand begins with; absent: both sides of every strike. */
  readonly first?: PickRule;
}

/** Range, centre, picks and 'Auto ATM' of one pane: give it to the pane as `strikes`. */
export interface StrikeChoosing extends Pick<StrikeChoiceOptions, "ranges" | "rangeAtom" | "autoAtom"> {
  /** The strike that a range stands around; the whole chain and a choice by hand have none. */
  readonly centreAtom: StrikeAtom;
  /** Undefined where nothing was chosen by hand and no rule says what that begins with. */
  readonly picksAtom: PicksAtom;
  /** For the derivation's params. */
  readonly choiceAtom: Atom<StrikeChoice>;
}

const NO_PICKS: readonly StrikePick[] = [];

export function createStrikeChoice(own: PaneOwn<WithStrikes>, options: StrikeChoiceOptions): StrikeChoosing {
  const { ranges, rangeAtom, autoAtom, first } = options;
  const strikeAtom = createStrike(own, autoAtom);
  const centreAtom: StrikeAtom = atom(
    // Read only where there is a range: it begins at the money of the moment when the range is chosen.
    (get) => (get(rangeAtom) < RANGE_ALL ? get(strikeAtom) : "atm"),
    (_get, set, strike) => set(strikeAtom, strike),
  );
  const picksAtom: PicksAtom = first ? createPicks(own, first) : ofSymbol(own);
  const choiceAtom = atom((get): StrikeChoice => {
    const range = get(rangeAtom);
    const picks = range === RANGE_CUSTOM ? (get(picksAtom) ?? (first && NO_PICKS)) : undefined;
    if (picks) return { kind: "chosen", picks };
    return range >= RANGE_ALL ? { kind: "all" } : { kind: "around", centre: get(centreAtom), each: range };
  });
  return { ranges, rangeAtom, ...(autoAtom && { autoAtom }), centreAtom, picksAtom, choiceAtom };
}
