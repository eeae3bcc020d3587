import { useSetAtom } from "jotai";
import { useState } from "react";
import { toasts } from "../../../components/toasts/toasts.ts";
import { RefusedCall } from "../../../state/api.ts";
import { refreshGuardsAtom } from "../../../state/orders/guards.ts";

export interface Switch {
  readonly isBusy: boolean;
  /**
   * @param set throws or releases it, and says what became of that
   * @returns whether the page shows how it stands now: it did, or its answer was lost and the server was asked
   */
  turn(set: () => Promise<string>, isThrown: boolean): Promise<boolean>;
}

const LATER = "The server did not take it: try again";
const LOST = "The answer was lost: the page shows how it stands now";
const UNKNOWN = "The answer was lost: it may hold or not. Press again";

/** A kill switch, or a stop of a strategy, on its way to the server: what became of it is told. @param refreshAtom asks how it stands */
export function useSwitch(refreshAtom: typeof refreshGuardsAtom = refreshGuardsAtom): Switch {
  const [isBusy, setIsBusy] = useState(false);
  const refresh = useSetAtom(refreshAtom);
  return {
    isBusy,
    async turn(set, isThrown) {
      setIsBusy(true);
      try {
        toasts.show({ message: await set(), type: isThrown ? "warning" : "success" });
        return true;
      } catch (error) {
        console.warn("kill switch:", error);
        // Nothing but the server's own no says that it does not hold.
        if (error instanceof RefusedCall && error.status < 500) {
          toasts.show({ message: error.message || LATER, type: "error" });
          return false;
        }
        const isKnown = await refresh().then(
          () => true,
          () => false,
        );
        toasts.show({ message: isKnown ? LOST : UNKNOWN, type: "warning", autoClose: isKnown });
        return isKnown;
      } finally {
        setIsBusy(false);
      }
    },
  };
}
