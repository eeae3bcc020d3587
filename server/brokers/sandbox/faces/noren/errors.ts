/** Refusals in Noren's words. */
import type { Refusal } from "#market/matching/order.ts";

export class NorenError extends Error {
  override readonly name = "NorenError";
  readonly status: 200 | 400 | 401 | 500;

  constructor(status: NorenError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

export const badInput = (what: string): NorenError => new NorenError(400, `Invalid Input : ${what}`);
export const noSession = (): NorenError => new NorenError(401, "Session Expired :  Invalid Session Key");
export const noData = (): NorenError => new NorenError(200, 'Error Occurred : 5 "no data"');
export const errorOf = ({ message }: Refusal): NorenError => new NorenError(400, `Rejected : ORA:${message}`);
