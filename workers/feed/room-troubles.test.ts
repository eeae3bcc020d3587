import { expect, it } from "vitest";
import { createRoomTroubles } from "./room-troubles.ts";

it("tells rooms that stand still from rooms that only lack something", () => {
  const troubles = createRoomTroubles();
  troubles.set([
    { words: "NSE is silent", rooms: ["A"] },
    { words: "no figures of the day before", rooms: ["A", "B"], coverage: true },
    { words: "far chains are left out", coverage: true },
  ]);
  expect([troubles.of("A"), troubles.of("B")]).toEqual(["NSE is silent", ""]);
  expect(troubles.coverage("B")).toBe("no figures of the day before; far chains are left out");
  expect(troubles.coverage("C")).toBe("far chains are left out");
  troubles.set([]);
  expect(troubles.coverage("A")).toBe("");
});
