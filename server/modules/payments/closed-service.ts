/** The payment calls of a server that takes no payments: nothing can be bought, earlier payments can be looked at. */
import { AppError } from "../../platform/errors.ts";
import type { PaymentRepository } from "./payment-repository.ts";
import type { PaymentService } from "./service.ts";
import { standingOf } from "./standing.ts";

export const createClosedService = (payments: PaymentRepository): PaymentService => ({
  async begin() {
    throw new AppError("unavailable", "Nothing can be bought here");
  },
  async offer(accountId) {
    const used = accountId === undefined ? new Set() : await payments.trialsUsed(accountId);
    return {
      provider: null,
      isSimulated: false,
      termsUrl: null,
      isTrialUsed: used.has("paid"),
      isBrokerTrialUsed: used.has("broker"),
      waitSeconds: 0,
    };
  },
  standing: (accountId, reference) => standingOf(payments, accountId, reference),
  async webhook() {
    throw new AppError("not-found");
  },
});
