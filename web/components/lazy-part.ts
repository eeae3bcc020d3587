/** A part of the page whose chunk comes when it is shown first: until then, and while it cannot be had, the rest stays. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { throughOutages } from "../frame/outage.ts";

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never;

/**
 * As React's `lazy`, but an outage is waited out: the part stays away, as if it were on its way, and comes when the server
 * can be reached again. Where the server answers and has no such chunk, a newer release took its place: then it fails.
 * @param name what the module calls the part
 */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> =>
  lazy(async () => ({ default: (await throughOutages(load))[name] as ComponentType<PropsOf<Module[Name]>> }));
