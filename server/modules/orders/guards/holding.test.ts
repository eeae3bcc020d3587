import { expect, test } from "vitest";
import { STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import { type GuardRepository, NO_GUARDS, type Stop } from "./guard-repository.ts";
import { createHolding } from "./holding.ts";

const LIMITS: Guards = { orderValue: 100_000, lots: 4, ordersPerDay: null, lossPerDay: null, inPractice: false };

/** What holds back a user with these limits and this switch. */
const held = (isPractice: boolean, limits: Guards | undefined, stop: Stop = undefined) =>
  createHolding({
    find: async () => limits,
    stopped: async () => stop,
    stoppedStrategies: async () => [],
  } as unknown as GuardRepository).of("asha", isPractice);

test("at a real broker nothing goes before limits were set, and none is a choice; in practice they are not asked for", async () => {
  expect((await held(false, undefined)).stopped).toMatch(/^Set your limits first/);
  expect(await held(false, NO_GUARDS)).toMatchObject({ stopped: undefined, limits: NO_GUARDS });
  expect(await held(true, undefined)).toMatchObject({ stopped: undefined, limits: NO_GUARDS });
});

test("limits hold at a real broker, and in practice for those who want that", async () => {
  expect((await held(false, LIMITS)).limits).toEqual(LIMITS);
  expect((await held(true, LIMITS)).limits).toEqual(NO_GUARDS);
  expect((await held(true, { ...LIMITS, inPractice: true })).limits).toMatchObject({ lots: 4 });
});

test("a thrown switch is said before anything else", async () => {
  expect((await held(false, undefined, "operator")).stopped).toBe(STOPPED_WORDS.operator);
  expect((await held(true, LIMITS, "own")).stopped).toBe(STOPPED_WORDS.own);
});
