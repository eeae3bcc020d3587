import { expect, test } from "vitest";
import { createHomes, poolSize } from "./homes.ts";

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 3],
  [64, 3],
])("%i cores make a pool of %i", (cores, size) => {
  expect(poolSize(cores)).toBe(size);
});

test("an underlying has one home while anybody holds it; new ones go where the fewest live", () => {
  const homes = createHomes(2);
  const nifty = homes.acquire("NIFTY");
  const bank = homes.acquire("BANKNIFTY");
  expect(bank).not.toBe(nifty);
  expect(homes.acquire("NIFTY")).toBe(nifty);
  homes.release("BANKNIFTY");
  expect(homes.acquire("SENSEX")).toBe(bank);
  homes.release("NIFTY");
  expect(homes.acquire("NIFTY")).toBe(nifty);
});

test("where one underlying costs more than the others, new ones go elsewhere", () => {
  const homes = createHomes(2);
  const busy = homes.acquire("NIFTY");
  const idle = 1 - busy;
  for (let i = 0; i < 100; i++) homes.spend(busy, 10);
  expect(homes.acquire("BANKNIFTY")).toBe(idle);
  for (let i = 0; i < 100; i++) homes.spend(idle, 0.1);
  expect(homes.acquire("SENSEX")).toBe(idle);
  expect(homes.load(busy)).toBeGreaterThan(homes.load(idle));
});

test("many opened at once, before any was measured, are dealt evenly", () => {
  const homes = createHomes(3);
  for (let i = 0; i < 50; i++) homes.spend(0, 1);
  const dealt = ["NIFTY", "BANKNIFTY", "SENSEX", "FINNIFTY", "BANKEX", "MIDCPNIFTY"].map((one) => homes.acquire(one));
  expect([1, 2].map((worker) => dealt.filter((one) => one === worker).length)).toEqual([3, 3]);
});

test("what a worker had to do long ago is forgotten", () => {
  const homes = createHomes(2);
  homes.acquire("NIFTY");
  homes.acquire("BANKNIFTY");
  for (let i = 0; i < 100; i++) homes.spend(0, 50);
  expect(homes.load(0)).toBeGreaterThan(homes.load(1));
  for (let i = 0; i < 3000; i++) homes.spend(1, 1);
  expect(homes.load(0)).toBeLessThan(homes.load(1));
});

test("releasing what nobody holds does nothing", () => {
  const homes = createHomes(1);
  homes.release("NIFTY");
  expect(homes.acquire("NIFTY")).toBe(0);
});
