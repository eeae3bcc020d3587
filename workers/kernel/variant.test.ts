import { setFlagsFromString } from "node:v8";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { chooseVariant, VARIANTS } from "./variant.ts";

describe("the choice of a build", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is the relaxed one where its instructions are known: the probes themselves are valid modules", () => {
    setFlagsFromString("--experimental-wasm-relaxed-simd"); // what loading it does on a Node that needs the flag
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
