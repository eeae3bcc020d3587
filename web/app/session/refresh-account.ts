/** Asks for the account again. Its code is not of the first page. */
import type { createStore } from "jotai";

export const refreshAccount = (store: ReturnType<typeof createStore>): Promise<void> =>
  import("../../state/account/account.ts")
    .then(({ refreshAccountAtom }) => store.set(refreshAccountAtom))
    .catch((error: unknown) => console.warn("account:", error));
