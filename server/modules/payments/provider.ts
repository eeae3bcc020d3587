/** What a payment provider does for us, whoever it is. Its own words and wire stay behind this. */
import type { Payment } from "./schema.ts";

/** What a provider says of one payment, in a webhook or when asked. Amounts are paise. */
export interface PaymentFact {
  /** Ours; undefined where the provider names its link alone. */
  readonly reference: string | undefined;
  /** undefined where there is none. */
  readonly linkId: string | undefined;
  readonly state: "open" | "failed" | "closed" | "paid";
  readonly amountPaid: number;
  readonly currency: string;
  /** The provider's payment, once there is one. */
  readonly providerPayment: string | undefined;
}

/** What is to be paid, and where the browser goes afterwards. */
export interface LinkRequest {
  readonly reference: string;
  readonly totalPaise: number;
  readonly description: string;
  /** Where the browser comes back to, at the host that it asked. */
  readonly returnUrl: string;
  readonly expiresAt: Date;
}

export interface ProviderLink {
  readonly id: string;
  readonly url: string;
}

/** A webhook whose signature is right. */
export interface ProviderEvent {
  readonly id: string;
  /** undefined for an event that says nothing of a payment link, or nothing that is understood. */
  readonly fact: PaymentFact | undefined;
}

export interface PaymentProvider {
  /** First segment of the paths that pay, and the key of its rows. */
  readonly name: string;
  readonly isSimulated: boolean;
  readonly termsUrl: string;
  /** Prefix of its invoice numbers: simulated sales are not among the real ones. */
  readonly invoicePrefix: string;
  /** @throws OutboundError when it is not known whether a link was made. */
  createLink(request: LinkRequest): Promise<ProviderLink>;
  /** How a payment stands; undefined when the provider knows of no link. @throws OutboundError */
  ask(payment: Pick<Payment, "reference" | "linkId">): Promise<PaymentFact | undefined>;
  /** @returns undefined unless the signature over exactly this text is right. */
  readWebhook(raw: string, headers: Headers): ProviderEvent | undefined;
}
