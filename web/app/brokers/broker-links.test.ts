import { describe, expect, it } from "vitest";
import { BROKERS, brokerOf } from "#contract/domain/account/brokers.ts";
import { loginLink, loginWords, providerLink, signUpLink } from "./broker-links.ts";
import { readPairs } from "./configuration.ts";

const ORIGIN = "https://board.in";
const NOTHING = { offers: {}, signUp: {}, origin: ORIGIN };
const PRACTICE = { ...NOTHING, offers: Object.fromEntries(BROKERS.map(({ id }) => [id, "practice" as const])) };

describe("links to brokers", () => {
  it("lead to a login page where one can be begun, to our own page elsewhere", () => {
    const fyers = loginLink(brokerOf("fyers")!, PRACTICE, true);
    expect(fyers.isExternal).toBe(true);
    expect(fyers.href).toMatch("https://board.in/practice/fyers/api/v3/generate-authcode?client_id=practice&");
    expect(new URL(fyers.href).searchParams.get("redirect_uri")).toBe("https://board.in/api/v1/broker/fyers");
    expect(loginLink(brokerOf("fyers")!, NOTHING, true)).toEqual({ href: "/broker-login/fyers", isExternal: false });
    expect(loginLink(brokerOf("zerodha")!, PRACTICE, true).href).toBe("/broker-login/zerodha");
  });

  it("lead to the landing page of two, and from there to the provider", () => {
    const landing = BROKERS.filter((broker) => loginLink(broker, PRACTICE, true).href.startsWith("/broker/"));
    expect(landing.map(({ id }) => id)).toEqual(["aliceblue", "angelone"]);
    expect(providerLink(brokerOf("angelone")!, PRACTICE).href).toBe(
      "https://board.in/practice/angelone/publisher-login?api_key=practice",
    );
    expect(providerLink(brokerOf("aliceblue")!, PRACTICE).href).toBe(
      "https://board.in/practice/aliceblue/?appcode=practice",
    );
  });

  it("lead past the landing pages where the visitor may not open them", () => {
    for (const id of ["aliceblue", "angelone"])
      expect(loginLink(brokerOf(id)!, PRACTICE, false)).toEqual({ href: `/broker-login/${id}`, isExternal: false });
  });

  it("open an account at the broker, or through a partner", () => {
    expect(signUpLink(brokerOf("dhan")!, NOTHING).href).toBe("https://dhan.co/");
    const partner = { ...NOTHING, signUp: { dhan: "https://dhan.co/?ref=1" } };
    expect(signUpLink(brokerOf("dhan")!, partner)).toEqual({ href: "https://dhan.co/?ref=1", isExternal: true });
  });
});

it("pairs are read leniently: what is no pair is left out", () => {
  expect(readPairs("fyers=AB-100, dhan = x=y ,nothing,=z,empty=")).toEqual({ fyers: "AB-100", dhan: "x=y" });
  expect(readPairs(undefined)).toEqual({});
});

it("a tile says what its broker will ask for, and where it trades", () => {
  const words = (id: string) => loginWords(brokerOf(id)!);
  expect(words("fyers")).toBe("On its own page · NSE,\u00a0BSE");
  expect(words("shoonya")).toBe("User ID, password, OTP · NSE");
  expect(words("upstox")).toBe("API key, API secret · NSE,\u00a0BSE");
  expect(words("iifl")).toBe("App key, secret key · NSE");
});
