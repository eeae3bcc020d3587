/** What holds for every screen, whatever it shows: one walk of one page through the states that a trader meets. */
import type { ScreenActor } from "./actor.ts";
import { keyboard } from "./case-keyboard.ts";
import { looks, sizes } from "./case-looks.ts";
import { history, live, replay } from "./case-time.ts";
import { hidden, missing, reconnect } from "./case-trouble.ts";
import type { ScreenFacts } from "./registry.ts";

/** What a case may do to the product. */
export interface World {
  /** Ends every connection; new ones are made as before. */
  cut(): void;
}

export interface Case {
  readonly name: string;
  /** Absent: every screen. */
  fits?(screen: ScreenFacts): boolean;
  /** Finds the screen live, with figures, and leaves it so. */
  run(actor: ScreenActor, world: World): Promise<void>;
}

/** In the order of the walk: those that leave most behind come last. */
export const CASES: readonly Case[] = [live, looks, sizes, keyboard, history, replay, hidden, reconnect, missing];
