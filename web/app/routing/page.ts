/** The page that is shown. */
import { atom } from "jotai";
import type { LazyView } from "./lazy-view.ts";
import type { ScreenFacts } from "./screen-facts.ts";

export interface Page {
  /** What the shell is to know of what stands in it. Absent: a page of its own, without top bar. */
  readonly screen?: ScreenFacts;
  readonly view: LazyView;
  /** What came along with the navigation; /login shows it. */
  readonly message?: string;
}

/** Undefined until the first page is loaded. */
export const pageAtom = atom<Page | undefined>(undefined);
pageAtom.debugLabel = "page";

/** Shows a page; the one that is shown already stays untouched. */
export const showPageAtom = atom(null, (get, set, page: Page) => {
  const shown = get(pageAtom);
  if (shown?.view !== page.view || shown.message !== page.message) set(pageAtom, page);
});
showPageAtom.debugLabel = "showPage";
