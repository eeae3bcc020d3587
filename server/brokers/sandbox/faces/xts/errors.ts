/** Refusals in XTS' words: HTTP status, code, description. */
import type { Refusal } from "#market/matching/order.ts";

export class XtsError extends Error {
  override readonly name = "XtsError";
  readonly status: 400 | 401 | 404 | 500;
  readonly code: string;

  constructor(status: XtsError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const badInput = (what: string): XtsError =>
  new XtsError(400, "e-property-validation-failed", `Bad Request: ${what}`);
export const noSession = (): XtsError => new XtsError(401, "e-session-0007", "Invalid Token");
/** @param list 'orders' */
export const noData = (list: string): XtsError => new XtsError(400, `e-${list}-0005`, "Data Not Available");
export const errorOf = ({ message }: Refusal): XtsError => new XtsError(400, "e-orders-0001", message);
