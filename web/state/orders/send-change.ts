/** Sends one change of an order or a position, and finds out what became of it where the answer does not come. */
import type { WriteReply } from "#contract/wire/http/order-bodies.ts";
import { type AskDeps, findOut, RefusedSend, type SendListener } from "./send.ts";

export async function sendChange(
  deps: AskDeps,
  call: () => Promise<WriteReply>,
  press: string,
  listener: SendListener,
): Promise<void> {
  const begun = deps.now();
  listener.sending(0, 1);
  try {
    const reply = await call();
    listener.answers(0, [reply]);
    if (reply.state !== "unknown" && reply.state !== "sending" && reply.state !== "new") return;
  } catch (error) {
    if (error instanceof RefusedSend) {
      listener.answers(0, [{ s: "error", m: error.message, state: "refused", isOurs: true }]);
      return;
    }
    console.warn("orders:", error);
    listener.lost(0, 1);
  }
  await findOut(deps, { key: press, batch: 0, from: 0, count: 1, begun }, listener);
}
