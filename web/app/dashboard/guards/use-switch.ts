import { useState } from "react";
import { toasts } from "../../../components/toasts/toasts.ts";
import { RefusedCall } from "../../../state/api.ts";

export interface Switch {
  readonly isBusy: boolean;
  /** @param set throws or releases it, and says what became of that. @returns whether it did */
  turn(set: () => Promise<string>, isThrown: boolean): Promise<boolean>;
}

const LATER = "The switch could not be thrown: try again";

/** A kill switch on its way to the server: what became of it is told. */
export function useSwitch(): Switch {
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    async turn(set, isThrown) {
      setIsBusy(true);
      try {
        toasts.show({ message: await set(), type: isThrown ? "warning" : "success" });
        return true;
      } catch (error) {
        console.warn("kill switch:", error);
        toasts.show({ message: (error instanceof RefusedCall && error.message) || LATER, type: "error" });
        return false;
      } finally {
        setIsBusy(false);
      }
    },
  };
}
