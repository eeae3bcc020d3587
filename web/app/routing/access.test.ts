import { describe, expect, it } from "vitest";
import { type AccessOf, decide, RULES } from "./access.ts";
import { pages } from "./pages.ts";

const accessOf: AccessOf = (path) => (path === "/maxpain" ? "subscriber" : path === "/open" ? "user" : undefined);

describe("who may open what", () => {
  it.each([
    ["/maxpain", "subscribed", undefined],
    ["/Maxpain/", "subscribed", undefined],
    ["/maxpain", "unsubscribed", "/pricing"],
    ["/maxpain", "out", "/login"],
    ["/open", "unsubscribed", undefined],
    ["/open", "out", "/login"],
    ["/", "subscribed", "/broker-login"],
    ["/login", "unsubscribed", "/broker-login"],
    ["/login/x", "out", "/login"],
    ["/register", "out", undefined],
    ["/register/a/b", "out", undefined],
    ["/register/a", "subscribed", "/broker-login"],
    ["/pricing/x", "subscribed", "/broker-login"],
    ["/pricing/", "subscribed", undefined],
    ["/broker", "subscribed", "/broker-login"],
    ["/broker/angelone", "subscribed", undefined],
    ["/broker/angelone/x", "subscribed", "/broker-login"],
    ["/broker-login/shoonya", "unsubscribed", undefined],
    ["/brokers", "out", undefined],
    ["/api/v1/broker", "out", "/login"],
    ["/api/v1/broker/fyers/x", "out", undefined],
    ["/api/v1/broker/fyers/x", "subscribed", "/broker-login"],
    ["/api/v1/broker/fyers", "unsubscribed", undefined],
    ["/api/v1/users/resetPassword/t", "unsubscribed", "/pricing"],
  ] as const)("%s, %s: %s", (path, visitor, to) => expect(decide(path, visitor, accessOf)).toBe(to));

  it("is said of every page of the shell, and of no other", () => {
    expect(RULES.map(([path]) => path as string).sort()).toEqual(Object.keys(pages).sort());
  });
});
