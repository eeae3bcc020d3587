import { expect, it } from "vitest";
import { BROKERS, brokerOf } from "#contract/domain/account/brokers.ts";
import { authTokenOf } from "./auth-token.ts";

const token = (id: string, query: string, typed?: readonly string[]) =>
  authTokenOf(brokerOf(id)!, { query: new URLSearchParams(query), typed, remembered: "mark" });

it.each([
  ["fyers", "auth_code=c1&state=OD", "c1"],
  ["dhan", "tokenId=c1", "c1"],
  ["dhan", "requestToken=c1", "c1"],
  ["angelone", "auth_token=c1", "c1"],
  ["fivepaisa", "RequestToken=c1", "c1"],
  ["zerodha", "action=login&request_token=c1&status=success", "c1"],
  ["aliceblue", "authCode=c1&userId=AB12", ["c1", "AB12"]],
  ["upstox", "code=c1&state=OD", ["c1", "mark"]],
  ["flattrade", "code=c1&client=FT1", ["c1", "mark"]],
])("%s sends what %s leads back with", async (id, query, expected) => {
  expect(await token(id, query)).toEqual(expected);
});

it("a password goes as its digest, behind the OTP", async () => {
  expect(await token("shoonya", "", ["FA1", "secret", "123456"])).toEqual([
    "FA1",
    "123456",
    "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
  ]);
});

it("keys go with the broker's id, the secret first", async () => {
  expect(await token("iifl", "", ["app", "secret"])).toEqual(["secret", "app", "iifl"]);
  expect(await token("jainam", "", ["app", "secret"])).toEqual(["secret", "app", "jainam"]);
});

it("where something is missing there is nothing to send", async () => {
  for (const { id } of BROKERS) {
    expect(await token(id, "state=OD&status=cancelled"), id).toBeUndefined();
    expect(
      await token(id, "auth_code=&code=&request_token=&tokenId=&authCode=&RequestToken=&auth_token="),
    ).toBeUndefined();
  }
  expect(await token("aliceblue", "authCode=c1")).toBeUndefined();
  expect(await token("shoonya", "", ["FA1", "", "123456"])).toBeUndefined();
});
