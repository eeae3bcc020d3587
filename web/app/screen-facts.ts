import type { ScreenDefinition } from "#contract/worker/screen.ts";

/** What the shell needs of a screen. Params and snapshot are the screen's own business. */
export type ScreenFacts = Pick<ScreenDefinition<unknown, unknown>, "id" | "title" | "route" | "access" | "menu">;
