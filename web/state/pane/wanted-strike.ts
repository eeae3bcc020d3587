/** A strike that the user looked up: charts of one strike turn to it. */
import { atom } from "jotai";

export interface WantedStrike {
  readonly symbol: string;
  /** Rupees. */
  readonly strike: number;
}

/** Another object each time that one is looked up. */
export const wantedStrikeAtom = atom<WantedStrike | undefined>(undefined);
wantedStrikeAtom.debugLabel = "wantedStrike";
