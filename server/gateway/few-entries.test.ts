import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FewEntries } from "./few-entries.ts";

const key = fc.constantFrom("a", "b", "c", "d");
const step = fc.oneof(
  fc.tuple(fc.constant("set" as const), key, fc.nat(9)),
  fc.tuple(fc.constant("delete" as const), key, fc.constant(0)),
  fc.tuple(fc.constant("clear" as const), key, fc.constant(0)),
);

describe("few entries", () => {
  it("are those of a Map", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const map = new Map([["a", 1]]);
        const few = new FewEntries(map);
        for (const [name, at, value] of steps) {
          if (name === "set") expect(few.set(at, value)).toBe(few);
          else if (name === "delete") expect(few.delete(at)).toBe(map.delete(at));
          else few.clear();
          if (name === "set") map.set(at, value);
          if (name === "clear") map.clear();
          expect(few.size).toBe(map.size);
          expect([...few.values()].sort()).toEqual([...map.values()].sort());
          for (const each of ["a", "b", "c", "d"]) {
            expect([few.has(each), few.get(each)]).toEqual([map.has(each), map.get(each)]);
          }
        }
      }),
    );
  });

  it("are all given, even if each is deleted by who is given it", () => {
    const few = new FewEntries([
      ["a", "a"],
      ["b", "b"],
    ]);
    const given = [];
    for (const value of few.values()) {
      given.push(value);
      few.clear();
    }
    expect(given).toEqual(["a", "b"]);
  });
});
