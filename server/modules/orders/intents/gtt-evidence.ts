/**
 * What the broker's list of orders that rest with it says of intents about them. They carry no tag: one that was placed is
 * known by its looks, alone among those that no other intent has. Pure.
 */
import type { BookGtt, GttStatus } from "#contract/domain/orders/gtt.ts";
import { gttLooksLike, hasLegs } from "./fingerprint.ts";
import type { Evidence, Intent } from "./intent.ts";
import type { GttRequest } from "./intent-request.ts";

/** One look at what rests at the broker. */
export interface GttReading {
  readonly list: readonly BookGtt[];
  /** What was placed over this connection and not deleted is all in it: it is neither cut off nor of before. */
  readonly isGood: boolean;
  /** Those that belong to intents already. */
  readonly claimed: Set<string>;
  /** What those looked like that were changed here. */
  readonly before: ReadonlyMap<string, BookGtt>;
  /** Its times are those of when it was placed: then they tell who placed it. */
  readonly hasTime: boolean;
  /** Intents beside which another that looks alike is not confirmed. */
  readonly withTwins: ReadonlySet<string>;
}

/** States in which nothing was done. */
const NOT_DONE: readonly Intent["state"][] = ["new", "void", "refused", "absent"];

/** @param about the account's intents of the day about them, the last first; all that it has where times tell nothing */
export function gttReading(
  list: readonly BookGtt[],
  about: readonly Intent[],
  { connection, ...facts }: { readonly connection: string } & Pick<GttReading, "hasTime" | "withTwins">,
): GttReading {
  const claimed = new Set<string>();
  const known = new Set<string>();
  const deleted = new Set<string>();
  const before = new Map<string, BookGtt>();
  for (const { request, orderId, state, connection: over, sentAt } of about) {
    if (request.kind === "gtt-place") {
      if (orderId !== null) claimed.add(orderId);
      if (orderId !== null && state === "placed" && over === connection) known.add(orderId);
    } else if (request.kind === "gtt-delete") {
      if (!NOT_DONE.includes(state)) deleted.add(request.gtt.id);
    } else if (request.kind === "gtt-modify" && sentAt !== null) before.set(request.gtt.id, request.gtt);
  }
  const seen = new Set(list.map(({ id }) => id));
  const isGood = [...known].every((id) => seen.has(id) || deleted.has(id));
  return { list, isGood, claimed, before, ...facts };
}

/** Why one that is over was not changed or deleted. */
export const GTT_ENDED: Readonly<Partial<Record<GttStatus, string>>> = {
  triggered: "The GTT has triggered",
  disabled: "The broker has disabled the GTT",
  expired: "The GTT has expired",
  cancelled: "The GTT is cancelled",
  rejected: "The broker has rejected the GTT",
  deleted: "The GTT is deleted already",
};

export function ofGtt(request: GttRequest, intent: Intent, gtts: GttReading | undefined): Evidence {
  if (gtts === undefined) return "no telling";
  switch (request.kind) {
    case "gtt-place":
      return ofPlacing(request, intent, gtts);
    case "gtt-modify":
      return ofModifying(request, gtts);
    case "gtt-delete":
      return ofDeleting(request, gtts);
  }
}

type Request<Kind extends GttRequest["kind"]> = Extract<GttRequest, { readonly kind: Kind }>;

function ofPlacing(
  { gtt }: Request<"gtt-place">,
  { id, sentAt }: Pick<Intent, "id" | "sentAt">,
  { list, claimed, before, withTwins, hasTime }: GttReading,
): Evidence {
  if (sentAt === null || withTwins.has(id)) return "no telling";
  const free = list.filter((one) => !claimed.has(one.id));
  const alike = free
    .map((one) => [one, gttLooksLike(gtt, before.get(one.id) ?? one, hasTime ? sentAt.getTime() : undefined)] as const)
    .filter(([, look]) => look !== "no");
  const [first] = alike;
  if (first === undefined) return "not done";
  if (alike.length > 1 || first[1] !== "yes") return "no telling";
  const [{ id: orderId, status, message }] = first;
  return status === "rejected" ? { state: "refused", orderId, message } : { state: "placed", orderId, message: "" };
}

function ofModifying({ gtt, change }: Request<"gtt-modify">, { list }: GttReading): Evidence {
  const found = list.find(({ id }) => id === gtt.id);
  if (found === undefined) return "no telling";
  if (found.qty === change.qty && hasLegs(found, change.legs)) return { state: "placed", orderId: gtt.id, message: "" };
  if (found.status === "active") return "not done";
  return { state: "refused", orderId: gtt.id, message: GTT_ENDED[found.status] ?? "" };
}

function ofDeleting({ gtt }: Request<"gtt-delete">, { list, isGood }: GttReading): Evidence {
  const found = list.find(({ id }) => id === gtt.id);
  const done: Evidence = { state: "placed", orderId: gtt.id, message: "" };
  // Brokers need not show what is deleted; a list that is cut off does not show it either.
  if (found === undefined) return isGood ? done : "no telling";
  if (found.status === "active") return "not done";
  return found.status === "deleted" || found.status === "cancelled"
    ? done
    : { state: "refused", orderId: gtt.id, message: GTT_ENDED[found.status] ?? "" };
}
