import { afterEach, describe, expect, it, vi } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { chooseVariant, VARIANTS } from "./variant.ts";

describe("the choice of a build", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is the relaxed one where its instructions are known: the probes themselves are valid modules", () => {
    loadQuantModule("relaxed"); // a Node that needs a flag for them has it from then on
    expect(chooseVariant()).toBe("relaxed");
  });

  it("falls back build by build", () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValueOnce(false).mockReturnValueOnce(true);
    expect(chooseVariant()).toBe("simd");
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    expect(chooseVariant()).toBe("scalar");
  });

  it("lies between builds with the same exports", () => {
    const [first, ...others] = VARIANTS.map((variant) => WebAssembly.Module.exports(loadQuantModule(variant)));
    for (const other of others) expect(other).toEqual(first);
  });
});
