/** Passwords: argon2id, with a cap on how many are worked on at once, so that a flood of logins cannot starve the rest. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../../platform/errors.ts";

/** OWASP's parameters of 2024: 19 MiB, two passes, one lane; about 16 ms. */
const COST: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const MAX_WAITING = 500;

/** @property memoryCost KiB */
interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** @param hashed undefined when there is no such account: takes as long as a wrong password, and is always false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>;
}

/** @param cost of what is hashed from now on; a hash that is verified says its own */
export function createPasswords(cost = COST): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  const nobody = hash(randomBytes(16), cost);

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting.length >= MAX_WAITING) throw new AppError("unavailable", "Too many logins at once", { retryAfter: 5 });
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The turn passes on without being counted down, so that nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(hashed, password) {
      const stored = hashed ?? (await nobody);
      const matches = await inTurn(() => verify(stored, password));
      return matches && hashed !== undefined;
    },
  };
}
