/** A sentence and a label for each atom. Only the route's own pane keeps anything in the browser. */
import { atom } from "jotai";
import { createStateAtom } from "../../state/pane.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Which side is totalled. */
export const paramsAtom = atom<Params>(screen.defaults);
paramsAtom.debugLabel = "skeletonParams";

/** The snapshot; set at most once a second. */
export const stateAtom = createStateAtom<Snapshot>("skeletonSnapshot");
