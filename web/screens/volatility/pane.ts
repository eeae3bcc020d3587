/** The atoms of one mounted volatility screen; what is compared is forgotten with the page, range and window are kept. */
import { atom } from "jotai";
import { HV_WINDOWS } from "#contract/domain/snapshots/volatility-lines.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import { screen } from "./screen.ts";
import { type Params, RANGES } from "./snapshot.ts";

export const volatility = createPane(screen, (own) => {
  const minuteAtom = atom<Params["minute"]>(screen.defaults.minute);
  const rangeAtom = own.stored<Params["range"]>("volatilityRange", screen.defaults.range, isOneOf(RANGES));
  const windowAtom = own.stored<Params["window"]>("volatilityWindow", screen.defaults.window, isOneOf(HV_WINDOWS));
  const paramsAtom = atom(
    (get): Params => ({ minute: get(minuteAtom), range: get(rangeAtom), window: get(windowAtom) }),
  );
  return { minuteAtom, rangeAtom, windowAtom, paramsAtom };
});
