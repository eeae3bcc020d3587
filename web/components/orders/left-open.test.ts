/** A ticket that goes before its press is answered: a toast stands as long as something of it is open. */
import { expect, test } from "vitest";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import type { Child } from "../../state/orders/child.ts";
import { createToastStore } from "../toasts/toast-store.ts";
import { followLeftOpen } from "./left-open.ts";

const child = (state: Child["state"], message = ""): Child => ({ item: {} as OrderItem, state, message });

/** @param before the children when the ticket goes @param after when the press is over */
function follow(before: readonly Child[], after: readonly Child[]) {
  const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
  let children = before;
  let answer = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const followed = followLeftOpen(toasts, { order: "Buy ABC", children: () => children, over });
  const end = async (): Promise<void> => {
    children = after;
    answer();
    await followed;
  };
  return { toasts, words: () => toasts.list().map(({ type, message }) => `${type}: ${message}`), end };
}

test("it says so until the press is over, and then what it came to", async () => {
  const sent = [child("placed"), child("unknown"), child("sending"), child("waiting")];
  const { toasts, words, end } = follow(
    sent,
    sent.map(() => child("placed")),
  );
  expect(toasts.list()[0]?.autoClose).toBe(false);
  const doubt = "Buy ABC: Not confirmed x 3: the Orders tab of the dashboard shows what becomes of it.";
  expect(words()).toEqual([`warning: ${doubt}`]);
  await end();
  expect(words()).toEqual(["success: Buy ABC: Order Placed x 4"]);
});

test("what was refused is said with the broker's words", async () => {
  const refused = child("rejected", "Insufficient funds");
  const { words, end } = follow([child("sending"), child("sending")], [child("placed"), refused]);
  await end();
  expect(words()).toEqual(["error: Buy ABC: Order Placed x 1, Order Rejected x 1, Insufficient funds"]);
});

test("whoever closes it is not told again; of what is answered only a refusal is told", async () => {
  const { toasts, words, end } = follow([child("unknown")], [child("placed")]);
  toasts.closeAll();
  await end();
  expect(words()).toEqual([]);
  expect(follow([child("placed")], []).words()).toEqual([]);
  const refused = [child("placed"), child("rejected", "The token has expired")];
  const told = "error: Buy ABC: Order Placed x 1, Order Rejected x 1, The token has expired";
  expect(follow(refused, []).words()).toEqual([told]);
});
