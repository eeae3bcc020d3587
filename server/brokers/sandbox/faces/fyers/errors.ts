/** Refusals in Fyers' words: HTTP status, code, message. */
import type { Refusal } from "#market/matching/order.ts";

export class FyersError extends Error {
  override readonly name = "FyersError";
  readonly status: 400 | 401 | 404 | 500;
  readonly code: number;

  constructor(status: FyersError["status"], code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const badInput = (message: string): FyersError => new FyersError(400, -50, message);
export const noSession = (): FyersError => new FyersError(401, -16, "Could not authenticate the user");
export const badSymbol = (): FyersError => new FyersError(400, -300, "Invalid symbol provided");

export const errorOf = ({ code, message }: Refusal): FyersError =>
  new FyersError(400, code === "state" ? -51 : -99, message);
