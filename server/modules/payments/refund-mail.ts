/** The message that tells the operator of money that gave nothing: a second trial, or an account that is gone. */
import type { Mailer, MailRequest } from "../../platform/mail/mailer.ts";
import type { PaymentFact } from "./provider.ts";
import type { Payment } from "./schema.ts";

const REFUND_MAIL = "refund-due";

export const refundMail = (
  to: string,
  { reference, name, totalPaise }: Payment,
  { providerPayment }: PaymentFact,
): MailRequest => ({
  kind: REFUND_MAIL,
  to,
  data: { reference, name, rupees: (totalPaise / 100).toFixed(2), payment: providerPayment ?? "" },
});

export function composeRefundMail(mailer: Mailer): void {
  mailer.compose(REFUND_MAIL, async ({ data }) => ({
    subject: "Strikeboard: a refund is due",
    text: `A payment could give nothing: the trial was used before, or the account is gone. Refund it at the provider.

Payment: ${data["payment"]}
Reference: ${data["reference"]}
Bought: ${data["name"]}
Rupees: ${data["rupees"]}
`,
  }));
}
