import { describe, expect, it } from "vitest";
import { pageTitle } from "../product.ts";
import { tailOf } from "./path-tail.ts";

describe("a path", () => {
  it("may say something behind its page's own part", () => {
    expect(tailOf("/register/abc", "/register")).toBe("abc");
    expect(tailOf("/register/a%20b/", "/register")).toBe("a b");
    expect(tailOf("/register", "/register")).toBe("");
    expect(tailOf("/register/50%", "/register")).toBe("50%");
  });
});

it("names pages", () => {
  expect(pageTitle("Option Chain")).toBe("Option Chain - Strikeboard");
});
