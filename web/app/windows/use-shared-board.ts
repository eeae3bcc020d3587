import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { throughOutages } from "../../frame/outage.ts";
import { universeAtom } from "../../state/market/market.ts";
import { boardNameAtom } from "./board-name.ts";

/** A window that belongs to a board of several shares its clock, letters and crosshairs, from the first list of the market on. */
export function useSharedBoard(): void {
  const store = useStore();
  const isKnown = useAtomValue(universeAtom) !== undefined;
  const name = useAtomValue(boardNameAtom);
  useEffect(() => {
    if (!isKnown || name === undefined) return;
    throughOutages(() => import("./share-board.ts"))
      .then(({ shareBoard }) => shareBoard(store, name))
      .catch((error: unknown) => console.warn("windows:", error));
  }, [store, isKnown, name]);
}
