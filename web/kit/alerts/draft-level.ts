/** The value of the rule that is being made, for the chart behind the dialog. */
import { atom } from "jotai";

export interface DraftLevel {
  /** The state atom of the pane whose dialog is open. */
  readonly pane: unknown;
  readonly line: string;
  readonly value: number;
}

export const draftLevelAtom = atom<DraftLevel | undefined>(undefined);
draftLevelAtom.debugLabel = "draftLevel";
