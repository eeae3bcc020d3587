/** A ticket that is closed in doubt: its toast stands as long as the doubt does. */
import { expect, test } from "vitest";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Child } from "../../state/orders/child.ts";
import type { KnownChild, SendDeps } from "../../state/orders/send.ts";
import { createToastStore } from "../toasts/toast-store.ts";
import { followLeftOpen } from "./left-open.ts";

const CHILD: Child = { item: {} as OrderItem, state: "unknown", message: "" };
const OPEN: Outcome = { s: "error", m: "Not confirmed", state: "unknown" };
const PLACED: Outcome = { s: "ok", m: "", state: "placed" };
const REFUSED: Outcome = { s: "error", m: "Insufficient funds", state: "refused" };

const known = (...bodies: readonly Outcome[]): readonly KnownChild[] =>
  bodies.map((body, item) => ({ batch: 2, item, body }));

/** @param answers of the server, one a question; the toasts are noted before each. */
function follow(
  answers: readonly (readonly KnownChild[])[],
  children: readonly Child[],
  onAsk = (): void => undefined,
) {
  const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
  const seen: string[][] = [];
  const words = (): string[] => toasts.list().map(({ type, message }) => `${type}: ${message}`);
  let turn = 0;
  const deps: SendDeps = {
    place: () => Promise.reject(new Error("nothing is sent again")),
    ask: async () => {
      seen.push(words());
      onAsk();
      return answers[turn++] ?? [];
    },
    wait: async () => undefined,
    now: () => 0,
    isGone: () => true,
  };
  const over = followLeftOpen(toasts, deps, "Buy ABC", { key: "press", batch: 2, begun: 0 }, children);
  return { toasts, seen, words, over };
}

test("it says so until the server knows, and then what it came to", async () => {
  const { toasts, seen, words, over } = follow([known(OPEN, PLACED), known(PLACED, PLACED)], [CHILD, CHILD]);
  await over;
  expect(toasts.list()[0]?.autoClose).toBe(false);
  const doubt = "warning: Buy ABC: Not confirmed x 2: the Orders tab of the dashboard shows what becomes of it.";
  expect(seen).toEqual([[doubt], [doubt]]);
  expect(words()).toEqual(["success: Buy ABC: Order Placed x 2"]);
});

test("what was refused is said with the broker's words", async () => {
  const { words, over } = follow([known(PLACED, REFUSED)], [CHILD, CHILD]);
  await over;
  expect(words()).toEqual(["error: Buy ABC: Order Placed x 1, Order Rejected x 1, Insufficient funds"]);
});

test("whoever closes it is not told again", async () => {
  const { toasts, seen, words, over } = follow([known(OPEN), known(PLACED)], [CHILD], () => toasts.closeAll());
  await over;
  expect(seen).toHaveLength(1);
  expect(words()).toEqual([]);
});
