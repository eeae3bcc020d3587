/** Where a click may lead. The app's router does it (web/app/routing/navigation.ts); a link needs only these atoms. */
import { atom } from "jotai";

export interface Navigation {
  /** Leads to a path. Without the router's chunk the browser loads the whole page. */
  go(path: string, how?: { readonly message?: string; readonly replace?: boolean }): Promise<void>;
}

export const navigationAtom = atom<Navigation | undefined>(undefined);
navigationAtom.debugLabel = "navigation";

/** Leads to a path of the shell or of a screen. */
export const goAtom = atom(null, (get, _set, path: string) => void get(navigationAtom)?.go(path));
goAtom.debugLabel = "go";
