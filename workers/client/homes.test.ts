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

test("releasing what nobody holds does nothing", () => {
  const homes = createHomes(1);
  homes.release("NIFTY");
  expect(homes.acquire("NIFTY")).toBe(0);
});
