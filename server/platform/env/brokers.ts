/** Which brokers the environment lets users connect. */
import { z } from "zod";

export interface BrokerSettings {
  /** How old a recorded day has to be to be practised on. */
  readonly practiceLagDays: number;
  /** Zerodha itself, and not the practice broker in its place. */
  readonly zerodha: boolean;
  /** Keys of the vault, the one that seals first; none: one that the master secret gives. */
  readonly vaultKeys: readonly VaultKeySetting[];
}

export interface VaultKeySetting {
  readonly name: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

const LEAST_LAG_DAYS = 30;

const VAULT_KEYS = /^[A-Za-z0-9]{1,32}:[0-9a-f]{64}(,[A-Za-z0-9]{1,32}:[0-9a-f]{64})*$/;

export const BROKER_VARIABLES = {
  PRACTICE_LAG_DAYS: z
    .string()
    .prefault("90")
    .transform(Number)
    .pipe(z.number().int("must be whole days").min(LEAST_LAG_DAYS).max(10_000))
    .describe(
      `Days that a recorded day has to be old before the practice broker trades on it, at least ${LEAST_LAG_DAYS}`,
    ),
  BROKER_ZERODHA: z
    .enum(["experimental"])
    .optional()
    .describe(
      "experimental: orders go to Zerodha itself by Kite Connect, with each user's own app key; it has met no real broker yet. Without it the practice broker stands in, where there is one",
    ),
  BROKER_VAULT_KEYS: z
    .string()
    .regex(VAULT_KEYS, "must look like name:64 hexadecimal digits, several separated by commas")
    .optional()
    .describe(
      "Keys under which broker logins are kept, name:hex, separated by commas: the first one seals, the others still open. Without them the master secret gives one",
    ),
};

/** @param text as BROKER_VAULT_KEYS has it. */
export const vaultKeys = (text: string | undefined): readonly VaultKeySetting[] =>
  (text?.split(",") ?? []).map((pair) => {
    const [name = "", hex = ""] = pair.split(":");
    return { name, key: Buffer.from(hex, "hex") };
  });
