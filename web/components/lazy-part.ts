/** A part of the page whose chunk comes when it is shown first: until then, and while it cannot be had, the rest stays. */
import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react";
import { throughOutages } from "../frame/outage.ts";

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never;

/** Of the window: a part was asked for that the server has no more, because a newer release took this page's place. */
export const OUTDATED = "outdated";

/**
 * As React's `lazy`, but an outage is waited out: the part stays away, as if it were on its way, and comes when the server
 * can be reached again. Where the server answers and has no such chunk, a newer release took its place: then the rest of the
 * page stays as well, with whatever the user has not sent or saved yet.
 * @param name what the module calls the part
 */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> =>
  lazy(async () => {
    const part: unknown = await throughOutages(load).then(
      (module) => module[name],
      (why) => {
        console.error("part:", why);
        return Gone;
      },
    );
    return { default: part as ComponentType<PropsOf<Module[Name]>> };
  });

/** In the part's place. It is closed at once, so that the next press is answered, too. Where nobody tells of it, it is a failure. */
function Gone({ onClose }: { readonly onClose?: () => void }): undefined {
  useEffect(() => {
    if (dispatchEvent(new Event(OUTDATED, { cancelable: true }))) throw new Error(OUTDATED);
    onClose?.();
  }, [onClose]);
}
