import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { activeContextAtom } from "../../state/pane/letters.ts";
import { usePane } from "../../state/pane/pane.ts";
import { paramsAtom, stateAtom } from "./atoms.ts";
import { Dock } from "./Dock.tsx";
import { isDockShownAtom } from "./dock.ts";
import { followDay } from "./follow-day.ts";
import { pane } from "./pane.ts";
import { usePlayKey } from "./use-play-key.ts";

const atoms = { contextAtom: activeContextAtom, paramsAtom, stateAtom };

/** The board's day strip: lives above the router, so that a replay survives navigation; knows the day even while hidden. */
export function DayStrip(): ReactNode {
  const store = useStore();
  const nowhere = useRef<HTMLElement>(null); // it counts as seen: panes wait for what it knows
  usePane(pane, atoms, nowhere);
  useEffect(() => followDay(store), [store]);
  usePlayKey();
  const isShown = useAtomValue(isDockShownAtom);
  const isReplaying = useAtomValue(isReplayingAtom);
  return isShown || isReplaying ? <Dock /> : undefined;
}
