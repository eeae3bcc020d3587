/**
 * GTTs of positions that are closed. One that stayed would open a position the other way when its price is reached, perhaps weeks
 * later. It goes last: until the broker's own positions have its position as closed, it may be all that guards it, as an exit
 * may be rejected after it was taken, or rest at its limit. What is not deleted is said, and so is every doubt.
 */
import { type BookGtt, isOfPosition, onlyReduces } from "#contract/domain/orders/gtt.ts";
import type { Position } from "#contract/domain/orders/order.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";
import { outcomeOf, refused } from "../intents/outcome.ts";
import type { Submitting } from "../intents/submitting.ts";

/** Ids of those that the user saw and chose; 'all' where a rule closes, and nobody is asked. */
export type GttChoice = readonly string[] | "all";

/** What became of one. @property symbol the broker's */
export interface GttLeft {
  readonly symbol: string;
  readonly body: Outcome;
}

/** A position that was to be closed, and what was sent for it. */
export interface Leaving {
  /** As it was when the exits were made. */
  readonly before: Position;
  /** The broker has exits for the whole of it, or may have; where it was converted, of what it became. */
  readonly isWhole: boolean;
  /** What it became: its GTTs may be all that guards that, too. */
  readonly until?: Position;
}

export interface LeftoverGtts {
  /** Those that could outlive these positions; undefined: the broker could not be asked. Reads nothing where none is chosen. */
  read(connection: Connection, choice: GttChoice): Promise<readonly BookGtt[] | undefined>;
  /** Deletes those whose position is closed by now. @param from the first item's number. @throws AppError 409 */
  clear(connection: Connection, submission: Submission, left: Left, from: number): Promise<readonly GttLeft[]>;
  /** What became of deletions of one press; of one that another press has deleted there is nothing to say. */
  told(connection: Connection, press: readonly Intent[]): Promise<readonly GttLeft[]>;
}

export interface Left {
  readonly choice: GttChoice;
  readonly gtts: readonly BookGtt[] | undefined;
  readonly leaving: readonly Leaving[];
}

/** An exit at the market trades within these, or is looked after by its user. */
const LOOKS = 7;
const LOOK_MS = 500;

const DAY_MS = 86_400_000;

const UNREAD = "The broker's GTTs could not be read: look at them, one that stays may open a position";

export interface LeftoverGttsDeps {
  readonly submitting: Pick<Submitting, "submit">;
  readonly intents: Pick<IntentRepository, "aboutGtts">;
  readonly clock: Pick<WallClock, "now" | "after">;
}

export function createLeftoverGtts({ submitting, intents, clock }: LeftoverGttsDeps): LeftoverGtts {
  /** Positions as they are when all that may be closed is, or when it has been waited for. A reading that fails tells nothing. */
  async function afterExits({ port, session }: Connection, awaited: readonly Position[]) {
    for (let look = 1; ; look++) {
      const now = await port.positions(session).catch((error: unknown) => {
        if (error instanceof BrokerError) return [];
        throw error;
      });
      if (look === LOOKS || awaited.every(({ id }) => isFlat(now.find((one) => one.id === id)))) return now;
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
    }
  }

  /** Ids of GTTs that other presses delete, or may have deleted: theirs tell what became of them. */
  async function deletedByOthers({ accountId, session }: Connection, own: readonly Intent[]) {
    const about = await intents.aboutGtts(accountId, session.broker, new Date(clock.now() - DAY_MS));
    const others = about.filter(({ id }) => own.every((one) => one.id !== id));
    return new Set(others.flatMap((one) => (MAY_HAVE.includes(one.state) ? gttOf(one) : [])));
  }

  async function told(connection: Connection, press: readonly Intent[]): Promise<readonly GttLeft[]> {
    const byOthers = press.some(isNotDeleted) ? await deletedByOthers(connection, press) : NONE;
    return press.filter((intent) => !isNotDeleted(intent) || !byOthers.has(gttOf(intent))).flatMap(gttLeftOf);
  }

  return {
    told,
    async read({ port, session }, choice) {
      if (choice.length === 0 || port.gtt === undefined) return [];
      return port.gtt.list(session).catch((error: unknown) => {
        if (error instanceof BrokerError) return undefined;
        throw error;
      });
    },

    async clear(connection, submission, { choice, gtts, leaving }, from) {
      if (gtts === undefined) return [{ symbol: "GTT", body: refused(UNREAD) }];
      const taken = new Set<BookGtt>();
      const found = leaving.flatMap(({ before, isWhole, until = before }) => {
        const own = gtts.filter((gtt) => !taken.has(gtt) && isMeant(gtt, before, choice));
        for (const gtt of own) taken.add(gtt);
        return own.length === 0 ? [] : [{ before, until, isWhole, own }];
      });
      if (found.length === 0) return [];
      const awaited = found.flatMap(({ before, until, isWhole }) => (isWhole ? [before, until] : []));
      const now = await afterExits(connection, awaited);
      const asked = found.flatMap(({ before, until, own }) => {
        const [left, became] = [before, until].map((of) => now.find(({ id }) => id === of.id));
        if (choice === "all" && isEnough(left, before, own)) return [];
        const refusal = isFlat(left) && isFlat(became) ? undefined : stays(isFlat(left) ? became : left);
        return own.map((gtt) => ({ request: { kind: "gtt-delete", gtt } as const, refusal }));
      });
      if (asked.length === 0) return [];
      return told(connection, await submitting.submit(connection, submission, asked, from));
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The id of what is deleted; '' of another intent. */
const gttOf = ({ request }: Intent): string => (request.kind === "gtt-delete" ? request.gtt.id : "");

/** The broker refused it: another press may have been there first. */
const isNotDeleted = ({ state, sentAt }: Intent): boolean => state === "refused" && sentAt !== null;

/** States of a deletion in which it is done, or may be. */
const MAY_HAVE: readonly Intent["state"][] = ["sending", "unknown", "placed"];

/** What became of a deletion; nothing for another intent. */
function gttLeftOf(intent: Intent): readonly GttLeft[] {
  if (intent.request.kind !== "gtt-delete") return [];
  const body = outcomeOf(intent);
  const { symbol } = intent.request.gtt;
  if (body.s === "ok" || body.isOurs) return [{ symbol, body }];
  const m = body.state === "unknown" ? "The deletion of a GTT is not confirmed" : `A GTT is not deleted: ${body.m}`;
  return [{ symbol, body: { ...body, m } }];
}

/** A list of positions may be cut off: what is not in it is not known to be closed. */
const isFlat = (position: Position | undefined): boolean => position?.netQty === 0;

/** Of a position that was closed before, the user saw it: then it only guards what is gone. */
const isMeant = (gtt: BookGtt, before: Position, choice: GttChoice): boolean =>
  choice === "all"
    ? onlyReduces(gtt, before)
    : choice.includes(gtt.id) &&
      (onlyReduces(gtt, before) || (before.netQty === 0 && gtt.status === "active" && isOfPosition(gtt, before)));

/** Whether the position is still as large as all of them together: they guard what is left of it. */
const isEnough = (left: Position | undefined, before: Position, own: readonly BookGtt[]): boolean =>
  left !== undefined && left.netQty * Math.sign(before.netQty) >= own.reduce((sum, { qty }) => sum + qty, 0);

const stays = (left: Position | undefined): string =>
  left === undefined
    ? "A GTT stays, as it is not known whether its position is closed: look at it"
    : `A GTT stays, as ${Math.abs(left.netQty)} of its position are open: look at it`;
