import { afterEach, describe, expect, it, vi } from "vitest";
import { attemptOf, getPaymentLink, postBrokerTrial, secondsToWait } from "./payments.ts";

const NOW = 1_800_000_000_000;

describe("the wait between two attempts to pay", () => {
  it.each([
    [0, 60],
    [1, 60],
    [1000, 59],
    [59_001, 1],
    [60_000, 0],
    [1_000_000, 0],
  ])("%i ms after the last is %i s", (elapsed, seconds) => expect(secondsToWait(NOW - elapsed, NOW)).toBe(seconds));

  it("is none after a clock that was ahead was put right: it would last until then", () =>
    expect(secondsToWait(NOW + 500_000, NOW)).toBe(0));

  it("is the one the server speaks of", () => {
    for (const seconds of [1, 42, 60]) expect(secondsToWait(attemptOf(seconds, NOW), NOW)).toBe(seconds);
  });
});

describe("the calls", () => {
  const reply = (body: unknown, status = 200) => {
    const fetch = vi.fn(async () => Response.json(body, { status }));
    vi.stubGlobal("fetch", fetch);
    return fetch;
  };
  afterEach(() => void vi.unstubAllGlobals());

  it("name the provider and what is bought", async () => {
    const fetch = reply({ data: { response: "https://pay.example/1" } });
    expect(await getPaymentLink("razorpay", "annualy")).toEqual({ response: "https://pay.example/1" });
    await getPaymentLink("razorpay", "weekly");
    expect(fetch.mock.calls).toEqual([
      ["/api/v1/razorpay/makepayment/subscribe/annualy", { method: "GET" }],
      ["/api/v1/razorpay/makepayment/trial/weekly", { method: "GET" }],
    ]);
  });

  it("take a reply without data for one without a link", async () => {
    reply({});
    expect(await getPaymentLink("razorpay", "monthly")).toEqual({});
  });

  it("hand on the server's words where it refuses", async () => {
    reply({ status: "fail", message: "Trial already used" }, 403);
    await expect(postBrokerTrial("fyers")).rejects.toMatchObject({ status: 403, message: "Trial already used" });
  });
});
