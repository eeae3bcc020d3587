import { type ReactNode, useRef } from "react";
import { activeContextAtom } from "../../state/pane/letters.ts";
import { usePane } from "../../state/pane/pane.ts";
import { paramsAtom, stateAtom } from "./atoms.ts";
import { pane } from "./pane.ts";

const atoms = { contextAtom: activeContextAtom, paramsAtom, stateAtom };

/** Draws nothing: while it is mounted, the ticker's indices follow the replay. */
export function ReplaySpots(): ReactNode {
  const nowhere = useRef<HTMLElement>(null);
  usePane(pane, atoms, nowhere);
  return undefined;
}
