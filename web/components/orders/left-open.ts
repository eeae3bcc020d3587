/** What is said of an order outside its ticket: while the broker has not answered, and what a doubt came to. */
import { type Child, countOf, isSettled, resultWords } from "../../state/orders/child.ts";
import type { ToastStore } from "../toasts/toast-store.ts";

/**
 * What became of an order that was in doubt. It stands until the user closes it: the ticket's own words go after seconds, and
 * the answer may have come when nobody looked any more.
 * @param order 'Buy NIFTY 18 Aug 24,150 PE'
 */
export function sayOutcome(toasts: ToastStore, order: string, children: readonly Child[]): void {
  const type = countOf(children, "placed") === children.length ? "success" : "error";
  toasts.show({ message: `${order}: ${resultWords(children, true).join(", ")}`, type, autoClose: false });
}

/** A press that goes on by itself. */
export interface SentPress {
  /** As in {@link sayOutcome}. */
  readonly order: string;
  /** As they are now. */
  readonly children: () => readonly Child[];
  /** Resolves when nothing of it is open any more. */
  readonly over: Promise<void>;
}

/**
 * Of a press whose ticket is gone: shows a toast until it is over, and then what it came to, unless the user has closed it.
 * What is placed already is not told.
 */
export async function followLeftOpen(toasts: ToastStore, { order, children, over }: SentPress): Promise<void> {
  const open = children().filter((child) => !isSettled([child])).length;
  if (open === 0) {
    if (countOf(children(), "placed") < children().length) sayOutcome(toasts, order, children());
    return;
  }
  const message = `${order}: Not confirmed x ${open}: the Orders tab of the dashboard shows what becomes of it.`;
  const id = toasts.show({ message, type: "warning", autoClose: false });
  await over;
  if (!toasts.list().some((toast) => toast.id === id)) return;
  toasts.close(id);
  sayOutcome(toasts, order, children());
}
