import { afterEach, expect, test, vi } from "vitest";
import { codeOf, readFirst, saysNo } from "./asking.ts";
import type { Sent } from "./port.ts";

afterEach(() => void vi.useRealTimers());

/** Writes what was read last, after a turn that is waited for so long. @returns it, and in which order all was done */
async function written(turnMs: number): Promise<readonly [Sent<number>, string]> {
  vi.useFakeTimers();
  let price = 100;
  const done: string[] = [];
  const sent = readFirst(
    async () => {
      done.push("read");
      return price++;
    },
    async (value) => {
      done.push("write");
      return { kind: "done", value };
    },
    () => {
      done.push("turn");
      return new Promise((resolve) => setTimeout(resolve, turnMs));
    },
  );
  await vi.advanceTimersByTimeAsync(2 * turnMs);
  return [await sent, done.join(" ")];
}

test("what was read is read anew where the write's turn came late, and the write has a turn that it is in time for", async () => {
  expect(await written(1400)).toEqual([{ kind: "done", value: 100 }, "read turn write"]);
  expect(await written(1600)).toEqual([{ kind: "done", value: 101 }, "read turn read turn write"]);
});

test.each([
  "Invalid Product Type",
  "RMS: Margin shortfall",
  "Insufficient funds. Required margin is 100",
  "Quantity should be in multiples of the lot size",
  "Price is not a multiple of the tick size",
  "The market is closed: orders are taken during trading hours only",
  "Market order Or Price 0 is not allowed for ALGO enabled orders.",
  "The IP 203.0.113.7 is not registered for this app",
])("says no: %s", (words) => {
  expect(saysNo(words)).toBe(true);
});

test.each([
  ["quantity", "No answer came for the order of this quantity"],
  ["instrument", "Error while saving the order for the symbol"],
  ["product", "Please check the order book before you send this product again"],
  ["quantity", "The above quantity could not be confirmed"],
  ["not-open", "The order is being processed"],
])("names what it is about (%s), and does not say that it was not placed: %s", (code, words) => {
  expect(codeOf(words)).toBe(code);
  expect(saysNo(words)).toBe(false);
});
