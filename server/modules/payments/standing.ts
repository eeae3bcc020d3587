/** How a payment stands, for the user whose it is. */
import type { PaymentState, PurchaseName } from "#contract/wire/http/payments.ts";
import { AppError } from "../../platform/errors.ts";
import type { PaymentRepository } from "./payment-repository.ts";

export interface PaymentStanding {
  readonly reference: string;
  readonly name: PurchaseName;
  readonly state: PaymentState;
  /** Rupees. */
  readonly total: number;
  /** Rupees: the GST in it. */
  readonly tax: number;
  readonly days: number;
  readonly invoice: string | null;
}

/** @throws AppError 404 for a reference that is not the account's own. */
export async function standingOf(
  payments: PaymentRepository,
  accountId: string,
  reference: string,
): Promise<PaymentStanding> {
  const found = await payments.byReference(accountId, reference);
  if (found === undefined) throw new AppError("not-found");
  const { name, state, totalPaise, taxPaise, invoice } = found.payment;
  return {
    reference,
    name,
    state: state === "created" ? "open" : state,
    total: totalPaise / 100,
    tax: taxPaise / 100,
    days: found.granted,
    invoice,
  };
}
