/** One screen through its cases: what fails is named, and the walk goes on. */
import { actorOf } from "./actor.ts";
import { USUAL } from "./case-looks.ts";
import type { Case, World } from "./cases.ts";
import type { Driver } from "./driver.ts";
import type { ScreenFacts } from "./registry.ts";

export interface Walk {
  readonly driver: Driver;
  readonly screen: ScreenFacts;
  readonly world: World;
  readonly cases: readonly Case[];
  /** Runs a case, and may tell of it. */
  step?(name: string, work: () => Promise<void>): Promise<void>;
  /** A case has failed. @param picture of the page then */
  failed?(name: string, picture: Uint8Array): Promise<void>;
}

/** @returns what was wrong, each with the case's name */
export async function walk({ driver, screen, world, cases, step, failed }: Walk): Promise<readonly string[]> {
  const actor = actorOf(driver, screen);
  const faults: string[] = [];
  const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  async function run(one: Case): Promise<void> {
    try {
      await one.run(actor, world);
    } catch (error) {
      faults.push(`${one.name}: ${words(error)}`);
      await failed?.(one.name, await driver.picture());
      await driver.show();
      await driver.resize(USUAL);
      await actor.open();
    }
    faults.push(...driver.complaints().map((line) => `${one.name}: the page complained: ${line}`));
  }

  try {
    await driver.resize(USUAL);
    await actor.goTo();
    await actor.ready();
    for (const one of cases.filter(({ fits }) => fits?.(screen) ?? true))
      await (step ? step(one.name, () => run(one)) : run(one));
  } catch (error) {
    faults.push(`The walk ends: ${words(error)}`);
  }
  return faults;
}
