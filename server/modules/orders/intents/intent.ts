/** An intent: one thing that a user asked a broker to do, and what became of it. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { IntentKind, IntentState } from "#contract/domain/orders/order.ts";
import type { Tag } from "../../../brokers/port.ts";
import type { IntentRow } from "../schema.ts";
import { type IntentRequest, isGtt, isPlacing } from "./intent-request.ts";

export type Intent = Omit<IntentRow, "bodyHash" | "ownerHash">;

/** One press of a button, as the browser names it. */
export interface Submission {
  readonly key: string;
  readonly batch: number;
  /** Of what was sent with it: the same key with another body is refused. */
  readonly bodyHash: Buffer;
}

/** A step of an intent. `undefined` leaves what is there. */
export interface Step {
  readonly state: IntentState;
  readonly orderId?: string | undefined;
  /** Fit to be shown. */
  readonly message: string;
}

/** Evidence for one intent: what it came to; 'not done' speaks against it as long as it stays so. */
export type Evidence = Step | "not done" | "no telling";

/** They lead out of a position, or take an order back: they go first, and no limit and no switch holds them. */
export const isUrgent = (kind: IntentKind): boolean => kind === "cancel" || kind === "exit" || kind === "gtt-delete";

/**
 * No kill switch holds them: what is urgent, and a change that asks for no more than what is at the broker already. What an armed
 * rule changes by itself is held.
 */
export const isFree = (request: IntentRequest): boolean =>
  isUrgent(request.kind) ||
  (request.kind === "gtt-modify" && request.change.qty <= request.gtt.qty) ||
  (request.kind === "modify" && request.follows === undefined && request.change.qty <= request.order.qty);

/** They make something that may turn up late in the broker's books. */
export const isMaking = (request: IntentRequest): boolean => isPlacing(request) || request.kind === "gtt-place";

/** What the broker takes of them may still come to nothing. */
export const isWatched = (request: IntentRequest): boolean =>
  isPlacing(request) || request.kind === "modify" || request.kind === "cancel";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 'S' and 65 random bits: no two in the life of the product. */
export const newTag = (): Tag => `S${Array.from(randomBytes(13), (byte) => BASE32[byte % 32]).join("")}`;

/** Whether it is a tag of ours. Books that are not known to give tags back may have numbers or marks of the broker's own there. */
export const isTag = (text: string): boolean => /^S[A-Z2-7]{13}$/.test(text);

/** Of something that the server asks for itself, when it is told to. */
export const newSubmission = (): Submission => ({ key: randomUUID(), batch: 0, bodyHash: Buffer.alloc(32) });

export const newIntentId = (): string => randomUUID();

/** Of a JSON value, whatever the order of its fields. */
export const bodyHash = (body: unknown): Buffer => createHash("sha256").update(canonical(body)).digest();

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join(",")}}`;
}

export const exchangeOf = (request: IntentRequest): string => {
  if (request.kind === "convert") return request.conversion.contract.exchange;
  return (isGtt(request) ? request.gtt : request.order).contract?.exchange ?? "NSE";
};
