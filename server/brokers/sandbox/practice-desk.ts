/**
 * The practice broker with all its faces, wherever its orders are matched: in this process, or in another, where requests and
 * order changes cross a line. Logins are made in the tables that both have.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { changesOf, createFace, type Face, type FaceKind, framesOf } from "./faces/face.ts";
import { createPracticeLogins, type PracticeLogins } from "./logins.ts";
import { OrderChanges } from "./order-changes.ts";
import { createPracticeExchange, type PracticeDeps } from "./practice-exchange.ts";
import { createPracticeRepository, type PracticeRepository } from "./repository.ts";
import type { OrderView } from "./views.ts";

export interface PracticeDesk {
  readonly logins: PracticeLogins;
  readonly repository: PracticeRepository;
  face(kind: FaceKind): Face;
  stop(): Promise<void>;
}

/** An HTTP request to a face, as far as faces look at it. */
export interface PracticeRequest {
  /** Its kind's name. */
  readonly face: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PracticeReply {
  readonly status: number;
  /** Base64 where it is packed, as some lists of instruments are. */
  readonly body: string;
  readonly isPacked?: true;
}

export interface PracticeLine {
  /** @throws OutboundError, unsent where nobody can have heard it. */
  ask(request: PracticeRequest): Promise<PracticeReply>;
  /** Changes of an account's orders, as JSON. @param missed some may have been missed, of whomever. */
  listen(heard: (accountId: string, change: string) => void, missed: () => void): void;
}

export interface DeskDeps extends PracticeDeps {
  /** Hears every change of every account, packed for the line. */
  readonly onChange?: (accountId: string, change: string) => void;
}

/** Matches orders in this process. */
export function openDesk({ onChange, ...deps }: DeskDeps): PracticeDesk {
  const { clock, log } = deps;
  const exchange = createPracticeExchange({ ...deps, log: log.child({ part: "practice" }) });
  const changes = changesOf(exchange, (accountId, change) => onChange?.(accountId, JSON.stringify(change)));
  return {
    logins: createPracticeLogins(exchange.repository, clock),
    repository: exchange.repository,
    face: (kind) => createFace(kind, { exchange, clock, log, changes }),
    stop: () => exchange.stop(),
  };
}

/** Types of answers that are no text. */
const PACKED = new Set(["application/gzip", "application/zip"]);

/** What answers at the other end of the line. @param kinds those that it may be asked for. */
export function createPracticeAnswers(
  desk: PracticeDesk,
  kinds: readonly FaceKind[],
): (request: PracticeRequest) => Promise<PracticeReply> {
  const faces = new Map(kinds.map((kind) => [kind.name, desk.face(kind)]));
  return async ({ face, method, path, headers, body }) => {
    const reply = await faces.get(face)?.fetch(new URL(path, "http://practice.localhost"), {
      method,
      headers,
      ...(body !== "" && { body }),
    });
    if (reply === undefined) return { status: 404, body: "" };
    const bytes = Buffer.from(await reply.arrayBuffer());
    const isPacked = PACKED.has(reply.headers.get("content-type") ?? "");
    if (isPacked) return { status: reply.status, body: bytes.toString("base64"), isPacked };
    return { status: reply.status, body: bytes.toString("utf8") };
  };
}

/** Orders are matched at the other end of the line. */
export function openDistantDesk(orm: Orm, line: PracticeLine, clock: Pick<WallClock, "now">): PracticeDesk {
  const repository = createPracticeRepository(orm);
  const logins = createPracticeLogins(repository, clock);
  const changes = new OrderChanges();
  line.listen(
    (accountId, change) => changes.publish(accountId, JSON.parse(change) as OrderView),
    () => changes.missed(),
  );
  return {
    logins,
    repository,
    stop: async () => undefined,
    face: (kind) => ({
      repository,
      logins,
      stream: framesOf(kind, logins, changes),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const { status, body, isPacked } = await line.ask({
          face: kind.name,
          method: request.method,
          path: pathname + search,
          headers: Object.fromEntries(request.headers),
          body: await request.text(),
        });
        return new Response(isPacked ? Buffer.from(body, "base64") : body, { status });
      },
    }),
  };
}
