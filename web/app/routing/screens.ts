/**
 * Views of screens by route. Every folder of web/screens is a screen, and its name is its route; adding one is adding a
 * folder. Those with '_' are for developers: no build has them. The workspace shows the others beside each other.
 * The first screen does without this list (first-page.ts), so that it does not grow with the number of screens.
 */
import { homeView } from "./first-page.ts";
import { type LazyView, lazyView, type ViewModule } from "./lazy-view.ts";
import { HOME } from "./paths.ts";

type Loaders = Readonly<Record<string, () => Promise<ViewModule<"View">>>>;

const loaders: Loaders = {
  ...import.meta.glob<ViewModule<"View">>([
    "../../screens/*/View.tsx",
    "!../../screens/_*/View.tsx",
    "!../../screens/option-chain-new/View.tsx", // HOME
    "../workspace/View.tsx",
  ]),
  ...(import.meta.env.DEV && import.meta.glob<ViewModule<"View">>("../../screens/_*/View.tsx")),
};

const views = new Map<string, LazyView>([
  [HOME, homeView],
  ...Object.entries(loaders).map(([path, load]) => [routeOf(path), lazyView(load, "View")] as const),
]);

/** @param path of a module in a screen's folder: '…/screens/{id}/View.tsx'. */
export function routeOf(path: string): string {
  return `/${path.split("/").at(-2)?.replace(/^_/, "")}`;
}

/** The view of a screen's route. */
export const viewOf = (route: string): LazyView | undefined => views.get(route);
