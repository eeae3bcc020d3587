import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createKernel } from "./kernel.ts";

const kernel = createKernel(loadQuantModule());

/** The definition, in whole numbers. */
function plainPains(strikes: readonly number[], callOi: readonly number[], putOi: readonly number[]): bigint[] {
  return strikes.map((candidate) =>
    strikes.reduce((pain, strike, i) => {
      const held = candidate > strike ? (callOi[i] ?? 0) : (putOi[i] ?? 0);
      return pain + BigInt(held) * BigInt(Math.abs(candidate - strike));
    }, 0n),
  );
}

/** The lowest strike of least pain, or -1 without open interest. */
function plainMaxPain(strikes: readonly number[], callOi: readonly number[], putOi: readonly number[]): number {
  if (![...callOi, ...putOi].some((oi) => oi > 0)) return -1;
  const pains = plainPains(strikes, callOi, putOi);
  return pains.reduce((best, pain, i) => (pain < pains[best]! ? i : best), 0);
}

function maxPain(strikes: readonly number[], slots: readonly { calls: readonly number[]; puts: readonly number[] }[]) {
  const out = new Int32Array(slots.length);
  const calls = Float64Array.from(slots.flatMap((slot) => [...slot.calls]));
  const puts = Float64Array.from(slots.flatMap((slot) => [...slot.puts]));
  kernel.maxPain(calls, puts, slots.length, strikes.length, out);
  return [...out];
}

const oi = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 4_000_000_000 }) },
);
const chain = fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 40 }).chain((levels) =>
  fc.record({
    strikes: fc.constant(levels.map((level) => level * 50).sort((a, b) => a - b)),
    slots: fc.array(
      fc.record({
        calls: fc.array(oi, { minLength: levels.length, maxLength: levels.length }),
        puts: fc.array(oi, { minLength: levels.length, maxLength: levels.length }),
      }),
      { maxLength: 4 },
    ),
  }),
);

describe("max pain", () => {
  it("by hand: five strikes", () => {
    const strikes = [100, 200, 300, 400, 500];
    const calls = [1, 2, 4, 6, 3];
    const puts = [2, 5, 5, 3, 0];
    expect(maxPain(strikes, [{ calls, puts }])).toEqual([2]);
    const pains = new Float64Array(5);
    kernel.painAt(Float64Array.from(strikes), Float64Array.from(calls), Float64Array.from(puts), 5, pains);
    expect([...pains]).toEqual([2400, 1200, 700, 1100, 2400]);
  });

  it("equals the definition for every slot, ties to the lowest strike, sums past 32 bits", () => {
    fc.assert(
      fc.property(chain, ({ strikes, slots }) => {
        expect(maxPain(strikes, slots)).toEqual(slots.map(({ calls, puts }) => plainMaxPain(strikes, calls, puts)));
      }),
      { numRuns: 2000 },
    );
  });

  it("pain at each strike equals the definition", () => {
    fc.assert(
      fc.property(chain, ({ strikes, slots }) => {
        for (const { calls, puts } of slots) {
          const out = new Float64Array(strikes.length);
          kernel.painAt(
            Float64Array.from(strikes),
            Float64Array.from(calls),
            Float64Array.from(puts),
            strikes.length,
            out,
          );
          const plain = plainPains(strikes, calls, puts);
          out.forEach((pain, i) => {
            expect(Math.abs(pain - Number(plain[i]))).toBeLessThanOrEqual(1e-14 * Number(plain[i]));
          });
        }
      }),
    );
  });

  it("counts absent and impossible open interest as none", () => {
    const strikes = [100, 200, 300];
    expect(maxPain(strikes, [{ calls: [Number.NaN, -5, 0], puts: [0, Number.NaN, 0] }])).toEqual([-1]);
    expect(maxPain(strikes, [{ calls: [Number.NaN, 0, 0], puts: [0, -9, 10] }])).toEqual([2]);
  });

  it("takes no strikes, no slots, and more slots than fit in one call", () => {
    expect(maxPain([], [{ calls: [], puts: [] }])).toEqual([-1]);
    expect(maxPain([100], [])).toEqual([]);
    const strikes = Array.from({ length: 301 }, (_, i) => 100 + i);
    const slots = Array.from({ length: 500 }, (_, slot) => ({
      calls: strikes.map((_, i) => (i === slot % 301 ? 10 : 0)),
      puts: strikes.map((_, i) => (i === slot % 301 ? 11 : 0)),
    }));
    expect(maxPain(strikes, slots)).toEqual(slots.map((_, slot) => slot % 301));
    expect(() =>
      maxPain(
        Array.from({ length: 70_000 }, (_, i) => i),
        [],
      ),
    ).toThrow(RangeError);
  });
});
