import { describe, expect, it } from "vitest";
import type { Standing } from "../../state/account/payments.ts";
import { paymentWords } from "./payment-words.ts";

const standing = (more: Partial<Standing>): Standing => ({
  reference: "r1",
  name: "annualy",
  state: "open",
  total: 12731,
  tax: 1942,
  days: 0,
  invoice: null,
  ...more,
});

describe("back from the provider, the page says", () => {
  it("what was paid, and the days it gave", () => {
    const { tone, text } = paymentWords(standing({ state: "paid", days: 365, invoice: "SB-7" }), false);
    expect(tone).toBe("ok");
    expect(text).toBe(
      "12 Months, ₹12,731 incl. GST. 365 days of the live plan are yours. Invoice SB-7: ₹10,789 and ₹1,942 GST.",
    );
  });

  it("that a second trial gave nothing, and is paid back", () => {
    const words = paymentWords(
      standing({ name: "weekly", state: "paid", total: 353, tax: 54, invoice: "SB-8" }),
      false,
    );
    expect(words).toEqual({
      tone: "danger",
      title: "The payment gave no days",
      text: "Trial, 7 days, ₹353 incl. GST. Your trial was used before: the money goes back to you. Invoice SB-8: ₹299 and ₹54 GST.",
    });
  });

  it.each(["failed", "closed"] as const)("that a payment that is %s gave no days", (state) => {
    expect(paymentWords(standing({ state }), false)).toMatchObject({
      tone: "danger",
      text: expect.stringContaining("No days were added."),
    });
  });

  it("that it waits, and when it waits no longer", () => {
    expect(paymentWords(standing({ name: "weekly", total: 353 }), false).title).toMatch(/^Waiting/);
    expect(paymentWords(standing({ name: "weekly", total: 353 }), false).text).toBe("Trial, 7 days, ₹353 incl. GST.");
    expect(paymentWords(standing({}), true).title).toBe("The payment is not confirmed yet");
  });
});
