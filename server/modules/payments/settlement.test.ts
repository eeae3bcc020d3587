import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PaymentFact } from "./provider.ts";
import type { Payment } from "./schema.ts";
import { settle } from "./settlement.ts";

const open = { reference: "SB1", linkId: "plink_1", totalPaise: 117_900, state: "open" } as const;
const paid: PaymentFact = {
  reference: "SB1",
  linkId: "plink_1",
  state: "paid",
  amountPaid: 117_900,
  currency: "INR",
  providerPayment: "pay_1",
};

describe("a settlement", () => {
  it.each([
    [open, paid, { kind: "moved", state: "paid" }],
    [{ ...open, state: "created", linkId: null }, paid, { kind: "moved", state: "paid" }],
    [{ ...open, state: "closed" }, paid, { kind: "moved", state: "paid" }],
    [
      { ...open, state: "failed" },
      { ...paid, state: "closed" },
      { kind: "moved", state: "closed" },
    ],
    [{ ...open, state: "paid" }, paid, { kind: "unchanged" }],
    [{ ...open, state: "paid" }, { ...paid, state: "closed" }, { kind: "unchanged" }],
    [{ ...open, state: "closed" }, { ...paid, state: "failed" }, { kind: "unchanged" }],
    [open, { ...paid, state: "open" }, { kind: "unchanged" }],
    [open, { ...paid, reference: undefined, state: "failed" }, { kind: "moved", state: "failed" }],
  ] as const)("moves forward only (%#)", (payment, fact, expected) => {
    expect(settle(payment, fact)).toEqual(expected);
  });

  it.each([
    ["another reference", open, { ...paid, reference: "SB2" }, "reference"],
    ["another link", open, { ...paid, linkId: "plink_2" }, "link"],
    ["no link", open, { ...paid, linkId: undefined }, "link"],
    ["neither link nor reference to know it by", { ...open, linkId: null }, { ...paid, reference: undefined }, "link"],
    ["a paisa too little", open, { ...paid, amountPaid: 117_899 }, "amount"],
    ["a paisa too much", open, { ...paid, amountPaid: 117_901 }, "amount"],
    ["another currency", open, { ...paid, currency: "USD" }, "amount"],
    ["no payment", open, { ...paid, providerPayment: undefined }, "payment"],
  ] as const)("refuses %s", (_, payment, fact, why) => {
    expect(settle(payment, fact)).toEqual({ kind: "refused", why });
  });

  it("is paid once at most, whatever is told in whatever order, and only by the whole amount", () => {
    const facts = fc.array(
      fc.record({
        reference: fc.constantFrom("SB1", "SB1", "SB2", undefined),
        linkId: fc.constantFrom("plink_1", "plink_1", "plink_2", undefined),
        state: fc.constantFrom("open", "failed", "closed", "paid"),
        amountPaid: fc.constantFrom(0, 117_900, 117_900, 353),
        currency: fc.constantFrom("INR", "INR", "USD"),
        providerPayment: fc.constantFrom("pay_1", "pay_2", undefined),
      }),
      { maxLength: 12 },
    );
    const start = fc.constantFrom(open, { ...open, linkId: null, state: "created" as const });
    fc.assert(
      fc.property(start, facts, (first, told) => {
        let payment: Pick<Payment, "reference" | "linkId" | "totalPaise" | "state"> = first;
        const moves: string[] = [];
        for (const fact of told) {
          const settlement = settle(payment, fact);
          if (settlement.kind !== "moved") continue;
          moves.push(settlement.state);
          if (settlement.state === "paid") expect(fact).toMatchObject({ amountPaid: 117_900, currency: "INR" });
          expect([undefined, "SB1"]).toContain(fact.reference);
          payment = { ...payment, state: settlement.state, linkId: payment.linkId ?? fact.linkId ?? null };
        }
        expect(new Set(moves).size).toBe(moves.length);
        const order = ["open", "failed", "closed", "paid"];
        expect(moves).toEqual(moves.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
      }),
      { numRuns: 10_000, seed: 20_261_120 },
    );
  });
});
