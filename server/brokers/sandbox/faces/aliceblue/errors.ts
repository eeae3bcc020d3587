/** Refusals in Alice Blue's words: a code of its documents' list where there is one, else what the exchange says. */
import type { Refusal, RefusalCode } from "#market/matching/order.ts";

export class AliceError extends Error {
  override readonly name = "AliceError";
  readonly status: 200 | 400 | 401 | 404 | 500;

  constructor(status: AliceError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

export const errorBody = (message: string): object => ({ status: "Not_Ok", message, result: [] });

const CODES: Readonly<Partial<Record<RefusalCode, string>>> = {
  contract: "EC947",
  quantity: "EC949",
  lot: "EC954",
  freeze: "EC948",
  price: "EC957",
  trigger: "EC959",
  state: "EC997",
};

export const badInput = (code: string): AliceError => new AliceError(200, code);
export const noSession = (): AliceError => new AliceError(401, "EC087");
export const errorOf = ({ code, message }: Refusal): AliceError => new AliceError(200, CODES[code] ?? message);
