/** What the page says when the provider has sent the browser back. */
import { planNamed, TRIAL } from "#contract/domain/account/plans.ts";
import type { Standing } from "../../state/account/payments.ts";
import { monthsText, rupeesText } from "./figures.ts";

export interface PaymentWords {
  readonly tone: "ok" | "danger" | "plain";
  readonly title: string;
  readonly text: string;
}

/** Nothing is known yet. */
export const ASKING: PaymentWords = {
  tone: "plain",
  title: "Asking how your payment stands",
  text: "This takes a few seconds.",
};

export const UNKNOWN: PaymentWords = {
  tone: "danger",
  title: "There is no such payment",
  text: "The address names a payment that is not one of yours.",
};

/** Nobody is logged in, or no longer. */
export const STRANGER: PaymentWords = { tone: "plain", title: "Log in to see how your payment stands", text: "" };

/** @param isGivenUp the page has stopped asking. */
export function paymentWords({ name, state, total, tax, days, invoice }: Standing, isGivenUp: boolean): PaymentWords {
  const plan = planNamed(name);
  const what = `${plan === undefined ? `Trial, ${TRIAL.durationInDays} days` : monthsText(plan.durationInMonths)}, ${rupeesText(total)} incl. GST`;
  switch (state) {
    case "paid": {
      const bill = invoice && ` Invoice ${invoice}: ${rupeesText(total - tax)} and ${rupeesText(tax)} GST.`;
      return days === 0
        ? {
            tone: "danger",
            title: "The payment gave no days",
            text: `${what}. Your trial was used before: the money goes back to you.${bill ?? ""}`,
          }
        : {
            tone: "ok",
            title: "Payment received",
            text: `${what}. ${days} days of the live plan are yours.${bill ?? ""}`,
          };
    }
    case "failed":
      return { tone: "danger", title: "The payment failed", text: `${what}. No days were added. You can try again.` };
    case "closed":
      return { tone: "danger", title: "The payment was not made", text: `${what}. No days were added.` };
    case "open":
      return isGivenUp
        ? {
            tone: "plain",
            title: "The payment is not confirmed yet",
            text: `${what}. Your days are added as soon as the provider confirms it: load this page again later.`,
          }
        : { tone: "plain", title: "Waiting for the provider to confirm your payment", text: `${what}.` };
  }
}
