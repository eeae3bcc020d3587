import { storedTextAtom } from "../../../state/saved/storage.ts";

/** What the analysis of a new view compares with: what was chosen last. */
export const analysisBasisAtom = storedTextAtom("analysisBasis", "prevClose");
