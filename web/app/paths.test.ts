import { describe, expect, it } from "vitest";
import { HOME, LOGIN, LOGOUT, redirectOf } from "./paths.ts";
import { pageTitle } from "./product.ts";

describe("guards", () => {
  it.each(["/", "/option-chain", HOME, "/account", "/report", LOGOUT, "/login/x"])(
    "send a logged-out visitor of %s to /login",
    (path) => {
      expect(redirectOf(path, false)).toBe(LOGIN);
    },
  );

  it("let each visitor be where he belongs", () => {
    expect(redirectOf(LOGIN, false)).toBeUndefined();
    expect(redirectOf("/login/", false)).toBeUndefined();
    expect(redirectOf(LOGIN, true)).toBe(HOME);
    expect(redirectOf(LOGOUT, true)).toBeUndefined();
    expect(redirectOf(HOME, true)).toBeUndefined();
  });
});

it("names pages", () => {
  expect(pageTitle("Option Chain")).toBe("Option Chain - Strikeboard");
});
