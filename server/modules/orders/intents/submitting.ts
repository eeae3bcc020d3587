/**
 * One press of a button: its intents are written down together and committed, and only then sent. The same press again is
 * answered with what became of it, and sends nothing.
 */
import type { Connection, Connections } from "../../../brokers/connections.ts";
import { TOKEN_EXPIRED } from "../../../brokers/session-over.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import { AppError } from "../../../platform/errors.ts";
import type { OrdersMetrics } from "../orders-metrics.ts";
import { exchangeOf, type Intent, newIntentId, newTag, type Submission } from "./intent.ts";
import type { Bounds, IntentRepository, NewIntent } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";
import type { Send } from "./sending.ts";

/** One thing to ask of the broker, or why it may not be asked. */
export interface Asked {
  readonly request: IntentRequest;
  /** Fit to be shown; undefined: it may go. */
  readonly refusal: string | undefined;
}

export interface SubmittingDeps {
  readonly intents: IntentRepository;
  readonly connections: Pick<Connections, "expired">;
  readonly send: Send;
  readonly metrics: OrdersMetrics;
  readonly clock: WallClock;
}

export interface Submitting {
  /**
   * @param from the first item's number, where a submission goes out in several turns.
   * @param bounds what it was decided by.
   * @returns the intents in the order they were asked for. @throws AppError 409 where the key was used for another body; LateExit
   */
  submit(
    connection: Connection,
    submission: Submission,
    asked: readonly Asked[],
    from?: number,
    bounds?: Bounds,
  ): Promise<readonly Intent[]>;
  /** What became of a press; undefined where there was none. */
  known(accountId: string, submission: Submission): Promise<readonly Intent[] | undefined>;
}

/** Another exit was written down since the positions were read: nothing of this one was. */
export class LateExit extends AppError {
  constructor() {
    super("conflict", "Not sent: another exit was sent meanwhile. Look at the positions, and try again");
  }
}

/** So many seconds' worth of one press wait for their turn at once: the governor gives up what waits for ten. */
export const AT_ONCE_S = 4;
const OTHER_BODY = "This key was used for another order already";
/** Longer than a broker is waited for. */
const WAIT_MS = 12_000;
const LOOK_MS = 100;

const isUnderWay = ({ state }: Intent): boolean => state === "new" || state === "sending";

export function createSubmitting({ intents, connections, send, metrics, clock }: SubmittingDeps): Submitting {
  /** Another request is sending them: its answers are theirs. */
  async function answered(found: readonly Intent[]): Promise<readonly Intent[]> {
    const ids = found.map(({ id }) => id);
    let now = found;
    for (const until = clock.monotonic() + WAIT_MS; now.some(isUnderWay) && clock.monotonic() < until; ) {
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
      now = await intents.byIds(ids);
    }
    return now;
  }

  return {
    async submit(connection, submission, asked, from = 0, bounds) {
      const { accountId, client, id, ownerHash, port } = connection;
      const rows = asked.map(({ request, refusal }, at): NewIntent => {
        const shared = { id: newIntentId(), tag: newTag(), item: from + at, broker: port.facts.id, connection: id };
        const exchange = exchangeOf(request);
        return { ...shared, accountId, client, ownerHash, kind: request.kind, exchange, request, refusal };
      });
      const recorded = await intents.record(submission, rows, new Date(clock.now()), bounds);
      if (recorded.kind === "late") throw new LateExit();
      if (recorded.kind === "other") throw new AppError("conflict", OTHER_BODY);
      if (recorded.kind === "known") return answered(recorded.intents);
      const atOnce = AT_ONCE_S * port.facts.limits.perSecond;
      const done: Intent[] = [];
      for (let at = 0; at < recorded.intents.length; at += atOnce) {
        const part = recorded.intents.slice(at, at + atOnce);
        // They start in their order: the governor lets one after another through.
        done.push(...(await Promise.all(part.map((one) => (isUnderWay(one) ? send(one, connection) : one)))));
      }
      for (const { kind, state } of done) metrics.answers.inc({ kind, state });
      if (done.some(isSessionOver)) await connections.expired(connection);
      return done;
    },
    async known(accountId, { key, batch, bodyHash }) {
      const found = await intents.ofBatch(accountId, key, batch);
      if (found.length === 0) return undefined;
      if (!found.every((one) => one.bodyHash.equals(bodyHash))) throw new AppError("conflict", OTHER_BODY);
      return answered(found.map(({ bodyHash: _, ...intent }) => intent));
    },
  };
}

/** Whether the broker said that the user has to connect again. */
const isSessionOver = ({ state, message }: Intent): boolean => state === "refused" && message === TOKEN_EXPIRED;
