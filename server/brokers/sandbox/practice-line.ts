/**
 * The practice broker where its matching is in another process: requests and order frames cross a line, and logins are made here,
 * in the tables that both have.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { KiteFace } from "./faces/kite/face.ts";
import { createKiteLogins } from "./faces/kite/logins.ts";
import { OrderFrames } from "./faces/kite/order-frames.ts";
import { createPracticeRepository } from "./repository.ts";

/** An HTTP request to the face, as far as the face looks at it. */
export interface PracticeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly authorization: string;
  /** Of the body. */
  readonly type: string;
  readonly body: string;
}

export interface PracticeReply {
  readonly status: number;
  readonly body: string;
}

export interface PracticeLine {
  /** @throws OutboundError, unsent where nobody can have heard it. */
  ask(request: PracticeRequest): Promise<PracticeReply>;
  /** Order frames of an account. @param missed some may have been missed, of whomever. */
  listen(heard: (accountId: string, frame: string) => void, missed: () => void): void;
}

/** What answers at the other end of the line. */
export async function answerPractice(face: KiteFace, request: PracticeRequest): Promise<PracticeReply> {
  const { method, path, authorization, type, body } = request;
  const reply = await face.fetch(new URL(path, "http://practice.localhost"), {
    method,
    headers: { Authorization: authorization, "Content-Type": type },
    ...(body !== "" && { body }),
  });
  return { status: reply.status, body: await reply.text() };
}

/** Makes whoever hears it look at the book. */
const LOOK = JSON.stringify({ type: "message" });

export function createDistantFace(orm: Orm, line: PracticeLine, clock: Pick<WallClock, "now">): KiteFace {
  const repository = createPracticeRepository(orm);
  const logins = createKiteLogins(repository, clock);
  const frames = new OrderFrames();
  line.listen(
    (accountId, frame) => frames.publish(accountId, frame),
    () => frames.publishToAll(LOOK),
  );
  return {
    repository,
    logins,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const { status, body } = await line.ask({
        method: request.method,
        path: pathname + search,
        authorization: request.headers.get("authorization") ?? "",
        type: request.headers.get("content-type") ?? "",
        body: await request.text(),
      });
      return new Response(body, { status });
    },
    async *stream(accessToken, signal) {
      const accountId = await logins.accountOf(accessToken);
      if (accountId !== undefined) yield* frames.stream(accountId, signal);
    },
  };
}
