import { describe, expect, it } from "vitest";
import { BROKERS, brokerOf, loginAddress, practiceAddress } from "./brokers.ts";

const idsWhere = (test: (broker: (typeof BROKERS)[number]) => boolean): string[] =>
  BROKERS.filter(test).map(({ id }) => id);

describe("the brokers", () => {
  it("have each an id and a mark of its own", () => {
    expect(new Set(BROKERS.map(({ id }) => id)).size).toBe(BROKERS.length);
    expect(new Set(BROKERS.map(({ mark }) => mark)).size).toBe(BROKERS.length);
    expect(BROKERS.every(({ id }) => /^[a-z]+$/.test(id))).toBe(true);
  });

  it("log in at the provider, from a landing page, or with credentials in our own page", () => {
    expect(idsWhere(({ login }) => login.kind === "external")).toEqual(["fyers", "dhan", "fivepaisa"]);
    expect(idsWhere(({ login }) => login.kind === "landing")).toEqual(["aliceblue", "angelone"]);
    expect(idsWhere(({ login }) => login.kind === "credentials")).toEqual([
      "shoonya",
      "upstox",
      "iifl",
      "jainam",
      "zerodha",
      "flattrade",
    ]);
  });

  it("differ in what they trade", () => {
    expect(idsWhere(({ tradesBse }) => tradesBse)).toEqual(["fyers", "upstox", "jainam", "zerodha", "flattrade"]);
    expect(idsWhere(({ isMarginOnly }) => isMarginOnly)).toEqual(["aliceblue", "angelone", "iifl", "zerodha"]);
  });

  it("mask what is secret", () => {
    const secret = /PASSWORD|SECRET/;
    for (const { login } of BROKERS) {
      if (login.kind !== "credentials") continue;
      for (const { label, isMasked } of login.fields) expect(isMasked, label).toBe(secret.test(label));
    }
  });

  it("lead to the provider and back", () => {
    const address = (id: string, key: string): URL => new URL(loginAddress(brokerOf(id)!, key, "https://host.in")!);
    const upstox = address("upstox", "a key&more");
    expect(Object.fromEntries(upstox.searchParams)).toEqual({
      response_type: "code",
      client_id: "a key&more",
      redirect_uri: "https://host.in/api/v1/broker/upstox",
      state: "OD",
    });
    expect(Object.fromEntries(address("zerodha", "k1").searchParams)).toEqual({ v: "3", api_key: "k1" });
    expect(Object.fromEntries(address("flattrade", "k1").searchParams)).toEqual({ app_key: "k1", state: "OD" });
    expect(Object.fromEntries(address("angelone", "k1").searchParams)).toEqual({ api_key: "k1" });
    expect(address("aliceblue", "k1").search).toBe("?appcode=k1");
    expect(address("fyers", "k1").searchParams.get("redirect_uri")).toBe("https://host.in/api/v1/broker/fyers");
    expect(loginAddress(brokerOf("shoonya")!, "k1", "https://host.in")).toBeUndefined();
  });

  it("send what their login pages lead back with, each in its form", () => {
    const kinds = Object.fromEntries(BROKERS.map(({ id, token }) => [id, "names" in token ? token.names : token.kind]));
    expect(kinds).toEqual({
      fyers: ["auth_code"],
      shoonya: "password",
      upstox: ["code"],
      dhan: ["tokenId", "requestToken"],
      aliceblue: ["authCode"],
      angelone: ["auth_token", "authCode"],
      fivepaisa: ["RequestToken"],
      iifl: "keys",
      jainam: "keys",
      zerodha: ["request_token"],
      flattrade: ["code"],
    });
    // Whoever is led to a provider comes back with something of it; whoever is not, has typed it all.
    for (const { login, token } of BROKERS) expect("names" in token).toBe("address" in login);
  });

  it("have a practice login that differs from theirs by its host alone", () => {
    const zerodha = practiceAddress(brokerOf("zerodha")!, "k1", "https://board.in");
    expect(zerodha).toBe("https://board.in/practice/zerodha/connect/login?v=3&api_key=k1");
    expect(practiceAddress(brokerOf("iifl")!, "k1", "https://board.in")).toBeUndefined();
  });

  it("are found by id alone", () => {
    expect(brokerOf("kite")).toBeUndefined();
    expect(brokerOf("iifl")?.name).toBe("IIFL");
  });
});
