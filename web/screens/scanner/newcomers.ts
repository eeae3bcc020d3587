/** Which contracts are new in a scan: each is told once, and again after it has left. Pure. */
import { namedFew } from "../../format/count-words.ts";
import type { Found } from "./snapshot.ts";

export interface Newcomers {
  /** Names that were not in the answer before, to the same question. */
  of(found: Found): readonly string[];
}

export function createNewcomers(): Newcomers {
  let question = "";
  let present: ReadonlySet<number> | undefined;
  return {
    of({ exchange, kind, formula, date, matches, found }) {
      const asked = [exchange, kind, formula, date].join(" ");
      const before = asked === question ? present : undefined;
      question = asked;
      // Of more than an answer names nobody knows who is new.
      present = matches === found.token.length ? new Set(found.token) : undefined;
      if (before === undefined || present === undefined) return [];
      return found.name.filter((_, i) => !before.has(found.token[i] ?? -1));
    },
  };
}

/** 'VEDL26AUGFUT and 2 more: LTP > Vwap' */
export const newcomersText = (names: readonly string[], formula: string): string => `${namedFew(names)}: ${formula}`;
