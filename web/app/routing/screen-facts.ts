import type { ScreenDefinition } from "#contract/worker/screen.ts";

type Definition = ScreenDefinition<unknown, unknown>;

/**
 * What the shell needs of a screen. Params and snapshot are the screen's own business. A page that is no pane has neither
 * home nor scope.
 */
export type ScreenFacts = Pick<Definition, "id" | "title" | "route" | "access" | "menu"> &
  Partial<Pick<Definition, "home" | "scope">>;
