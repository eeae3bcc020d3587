/** Which legs of a pane's strategy have expired, and the days on which those were settled. */
import { type Atom, atom } from "jotai";
import type { DayKey } from "#contract/domain/clock.ts";
import type { HeldLeg } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { PaneOwn } from "../../pane/create-pane.ts";

/** @param dateAtom the market's day, as far as it is known */
export function createExpiredAtoms(
  { stateAtom }: Pick<PaneOwn<StrategySnapshot>, "stateAtom">,
  heldAtom: Atom<readonly HeldLeg[]>,
  dateAtom: Atom<IsoDate | undefined>,
) {
  /** Passed expiries of legs that nobody has closed, and the days on which those were settled, where they are known. */
  const expiredAtom = atom((get) => {
    const date = get(dateAtom);
    const expiries = get(heldAtom).map(({ expiry }) => expiry);
    return [...new Set(expiries.filter((expiry) => date !== undefined && expiry < date))];
  });
  const settledOnAtom = atom<Readonly<Record<string, DayKey>>>({});
  const lacksDaysAtom = atom((get) => get(expiredAtom).some((expiry) => !get(settledOnAtom)[expiry]));
  /** What is held, as the worker needs it. */
  const markedAtom = atom((get): readonly HeldLeg[] => {
    const expired = get(expiredAtom);
    const settledOn = get(settledOnAtom);
    return get(heldAtom).map((leg) => {
      const day = expired.includes(leg.expiry) ? settledOn[leg.expiry] : undefined;
      return day ? { ...leg, settledOn: day } : leg;
    });
  });
  /** Expiries that the worker takes for passed, on the evening of their day, too: as text, which stays the same from tick to tick. */
  const settledAtom = atom((get) => {
    const { legs = [] } = get(stateAtom).snapshot?.valuation ?? {};
    return legs.flatMap(({ isExpired, expiry }) => (isExpired ? expiry : [])).join();
  });
  /** What is held and has not expired. */
  const livingAtom = atom((get) => {
    const expired = `${get(expiredAtom)},${get(settledAtom)}`;
    return get(heldAtom).filter(({ expiry }) => !expired.includes(expiry));
  });
  /** The first expiry of these; undefined where there is none, and while the time is not known. */
  const nearestAtom = atom((get) =>
    get(dateAtom)
      ? get(livingAtom)
          .map(({ expiry }) => expiry)
          .sort()[0]
      : undefined,
  );
  return { expiredAtom, settledOnAtom, lacksDaysAtom, markedAtom, livingAtom, nearestAtom };
}
