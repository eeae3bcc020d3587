/** Refusals in Dhan's words: HTTP status, a DH code, message. */
import type { Refusal } from "#market/matching/order.ts";

export class DhanError extends Error {
  override readonly name = "DhanError";
  readonly status: 400 | 401 | 404 | 500;
  readonly code: string;

  constructor(status: DhanError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  "DH-901": "Invalid_Authentication",
  "DH-902": "Invalid_Access",
  "DH-904": "Rate_Limit",
  "DH-905": "Input_Exception",
  "DH-906": "Order_Error",
  "DH-908": "Internal_Server_Error",
  "DH-909": "Network_Error",
};

export const errorBody = ({ code, message }: Pick<DhanError, "code" | "message">): object => ({
  errorType: KINDS[code] ?? "Others",
  errorCode: code,
  errorMessage: message,
});

export const badInput = (message: string): DhanError => new DhanError(400, "DH-905", message);
export const noSession = (): DhanError =>
  new DhanError(401, "DH-901", "Client ID or user generated access token is invalid or expired.");
export const errorOf = ({ message }: Refusal): DhanError => new DhanError(400, "DH-906", message);
