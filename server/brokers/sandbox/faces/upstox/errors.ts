/** Refusals in Upstox' words: HTTP status, a UDAPI code, message. */
import type { Refusal } from "#market/matching/order.ts";

export class UpstoxError extends Error {
  override readonly name = "UpstoxError";
  readonly status: 400 | 401 | 404 | 429 | 500;
  readonly code: string;

  constructor(status: UpstoxError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The frame of every error: each field stands in it under both of its names. */
export const errorBody = ({ code, message }: Pick<UpstoxError, "code" | "message">): object => ({
  status: "error",
  errors: [
    {
      errorCode: code,
      message,
      propertyPath: null,
      invalidValue: null,
      error_code: code,
      property_path: null,
      invalid_value: null,
    },
  ],
});

export const badInput = (message: string): UpstoxError => new UpstoxError(400, "UDAPI100036", message);
export const noSession = (): UpstoxError => new UpstoxError(401, "UDAPI100050", "Invalid token used to access API");
export const badKey = (): UpstoxError => new UpstoxError(400, "UDAPI100011", "Invalid Instrument key");
export const badCode = (): UpstoxError => new UpstoxError(401, "UDAPI100057", "Invalid Auth code");

export const errorOf = ({ message }: Refusal): UpstoxError => new UpstoxError(400, "UDAPI100039", message);
