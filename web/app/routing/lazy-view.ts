/**
 * A view whose chunk is loaded before it is shown. Not React's `lazy`: that one suspends in its first rendering though
 * its chunk is there, and the page would paint once without it. Without React: the first module starts the loading.
 */
import type { ComponentType } from "react";
import { AWAY, isServing } from "../../frame/outage.ts";
import type { ScreenFacts } from "./screen-facts.ts";

/** What a view's chunk exports; a screen's says what it is, for the shell around it. */
export type ViewModule<Name extends string> = Readonly<Record<Name, ComponentType>> & { readonly screen?: ScreenFacts };

export interface LazyView {
  /**
   * Loads the chunk; never rejects. After a failure the next call tries again, and showing the view tells of it. Does
   * not settle where the whole page is loaded again.
   */
  preload(): Promise<void>;
  /** @throws what kept the chunk away. */
  component(): ComponentType;
  /** What the screen says of itself; undefined before it is loaded, and of a page that is no screen. */
  screen(): ScreenFacts | undefined;
}

export function lazyView<Name extends string>(load: () => Promise<ViewModule<Name>>, name: Name): LazyView {
  let loading: Promise<void> | undefined;
  let loaded: ViewModule<Name> | undefined;
  let failure: unknown = new Error(`${name} is not loaded`);
  return {
    preload() {
      loading ??= load().then(
        (module) => {
          loaded = module;
        },
        async (why: unknown) => {
          const isServed = await isServing();
          // In an outage there would be no page to load again.
          if (isServed && reloads(why)) return new Promise<void>(() => undefined);
          failure = isServed ? why : AWAY;
          loading = undefined;
        },
      );
      return loading;
    },
    component() {
      if (loaded) return loaded[name];
      throw failure;
    },
    screen: () => loaded?.screen,
  };
}

/**
 * A newer release took the place of this page's own, and its chunks are gone: the new page has its own. Once for each
 * chunk, so that a page whose chunk is broken does not load for ever.
 */
function reloads(why: unknown): boolean {
  if (!(why instanceof TypeError)) return false; // a browser's word for a module that cannot be had
  try {
    const key = `reloaded for ${why.message}`;
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    return false; // storage is switched off: nothing would end the circle
  }
  location.reload();
  return true;
}
