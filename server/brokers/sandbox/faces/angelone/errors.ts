/** Refusals in SmartAPI's words: HTTP status, a code of the documents' list, message. */
import type { Refusal } from "#market/matching/order.ts";

export class AngelError extends Error {
  override readonly name = "AngelError";
  readonly status: 200 | 400 | 401 | 404 | 500;
  readonly code: string;

  constructor(status: AngelError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Of the door, where tokens are looked at, failures have another shape. */
export const errorBody = ({ code, message }: Pick<AngelError, "code" | "message">): object =>
  code.startsWith("AG")
    ? { success: false, message, errorCode: code, data: "" }
    : { status: false, message, errorcode: code, data: null };

export const badInput = (message: string): AngelError => new AngelError(200, "AB1009", message);
export const noSession = (): AngelError => new AngelError(401, "AG8001", "Invalid Token");
/** A bad order is answered with HTTP 200. @param code "Order not found", unless told. */
export const errorOf = ({ message }: Refusal, code = "AB1013"): AngelError => new AngelError(200, code, message);
