import { expect, test } from "vitest";
import { createPlaces } from "./serial.ts";

test("some of one key are at work at once, the others follow in their order; those of another key do not wait", async () => {
  const takePlace = createPlaces();
  const begun: string[] = [];
  const begin = async (name: string, key: string): Promise<() => void> => {
    const end = await takePlace(key, 2, "asha");
    begun.push(name);
    return end;
  };
  const [first] = [begin("first", "a"), begin("second", "a"), begin("third", "a"), begin("fourth", "a")];
  await begin("other", "b");
  expect(begun).toEqual(["first", "second", "other"]);
  const end = await first;
  end?.();
  end?.(); // makes room once
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual(["first", "second", "other", "third"]);
});

test("who wants many places takes turns with who wants one", async () => {
  const takePlace = createPlaces();
  const begun: string[] = [];
  const work = async (account: string): Promise<void> => {
    const end = await takePlace("a", 1, account);
    begun.push(account);
    end();
  };
  await Promise.all([...Array<string>(60).fill("asha"), "ravi"].map(work));
  expect(begun.indexOf("ravi")).toBe(1);
  expect(begun).toHaveLength(61);
});
