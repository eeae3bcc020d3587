/** Refusals in 5paisa's words: the head says that the request was read, the body's status and message what became of it. */
import type { Refusal } from "#market/matching/order.ts";

export class PaisaError extends Error {
  override readonly name = "PaisaError";
  /** Of the body: 1 nothing there, 2 refused, 9 no session, -1 an error. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const reply = (code: string, body: object): object => ({
  head: { responseCode: code, status: "0", statusDescription: "Success" },
  body,
});
export const errorBody = ({ status, message }: Pick<PaisaError, "status" | "message">): object =>
  reply("5PErr", { BrokerOrderID: 0, ExchOrderID: "0", Message: message, Status: status });

export const badInput = (what: string): PaisaError => new PaisaError(2, `Invalid ${what}`);
export const noSession = (): PaisaError => new PaisaError(9, "Invalid Session");
export const errorOf = ({ message }: Refusal): PaisaError => new PaisaError(2, message);
