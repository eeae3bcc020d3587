/**
 * A strategy that is private by choice: name, symbol, expiry and date lie open, all else is in its envelope. Nothing is
 * lost on the way: what is opened is what was sealed.
 */
import type { PrivateEnvelope } from "#contract/wire/http/private-key.ts";
import type { KeptStrategy } from "../kept-strategy.ts";
import { isRecord } from "../storage.ts";

import { openPrivately, PrivateSealError, sealPrivately } from "./private-seal.ts";

/** Bound to its id, no strategy opens as another one. */
const nameOf = (id: string): string => `strategy|${id}`;

export async function conceal(key: CryptoKey, id: string, strategy: KeptStrategy): Promise<KeptStrategy> {
  const { name, symbolName, expiry, date, ...rest } = strategy;
  const sealed: KeptStrategy & { readonly private: PrivateEnvelope } = {
    ...{ name, symbolName, expiry, date, strategy: [] },
    private: await sealPrivately(key, nameOf(id), rest),
  };
  return sealed;
}

/** @throws PrivateSealError */
export async function reveal(key: CryptoKey, id: string, strategy: KeptStrategy): Promise<KeptStrategy> {
  const envelope = "private" in strategy ? strategy.private : undefined;
  if (!isEnvelope(envelope)) throw new PrivateSealError();
  const rest = await openPrivately(key, nameOf(id), envelope);
  if (!isRecord(rest) || !Array.isArray(rest["strategy"])) throw new PrivateSealError();
  const { name, symbolName, expiry, date } = strategy;
  return { ...rest, name, symbolName, expiry, date, strategy: rest["strategy"] };
}

const isEnvelope = (value: unknown): value is PrivateEnvelope =>
  isRecord(value) && value["v"] === 1 && typeof value["iv"] === "string" && typeof value["data"] === "string";
