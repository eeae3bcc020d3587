import { describe, expect, it } from "vitest";
import { tailOf } from "./path-tail.ts";
import { isOpenToAll } from "./paths.ts";
import { pageTitle } from "./product.ts";

describe("a path", () => {
  it.each([
    "/pricing",
    "/pricing/x",
    "/pricingx",
    "/register",
    "/register/abc",
    "/broker-login",
    "/broker-login/shoonya",
    "/broker/angelone",
    "/api/v1/broker/fyers",
    "/api/v1/users/resetPassword/t",
  ])("%s is kept while nobody is logged in", (path) => expect(isOpenToAll(path)).toBe(true));

  it.each(["/", "/login", "/logout", "/option-chain", "/account", "/report", "/api/v1/users", "/api/v1/broker"])(
    "%s is not",
    (path) => expect(isOpenToAll(path)).toBe(false),
  );

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
