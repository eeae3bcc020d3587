/** Refusals in Kite's words: HTTP status, error type, message. */
import type { Refusal } from "#market/matching/order.ts";

export class KiteError extends Error {
  override readonly name = "KiteError";
  readonly status: 400 | 403 | 404 | 429 | 500;
  readonly type: string;

  constructor(status: KiteError["status"], type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

export const badInput = (message: string): KiteError => new KiteError(400, "InputException", message);

export const noSession = (): KiteError =>
  new KiteError(403, "TokenException", "Incorrect `api_key` or `access_token`.");

const TYPES: Readonly<Partial<Record<Refusal["code"], string>>> = {
  session: "OrderException",
  state: "OrderException",
  margin: "MarginException",
};

export const errorOf = ({ code, message }: Refusal): KiteError =>
  new KiteError(400, TYPES[code] ?? "InputException", message);
