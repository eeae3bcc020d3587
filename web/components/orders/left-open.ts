/** What is said of an order outside its ticket: while the broker has not answered, and what a doubt came to. */
import { answered, type Child, countOf, resultWords } from "../../state/orders/child.ts";
import { findOut, type OpenCall, type SendDeps } from "../../state/orders/send.ts";
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

/**
 * Shows a toast until nothing of the call is in doubt; resolves then, or when the user has closed it.
 * @param order as in {@link sayOutcome}
 * @param children of the call, by their place in it
 */
export async function followLeftOpen(
  toasts: ToastStore,
  deps: SendDeps,
  order: string,
  call: Omit<OpenCall, "from" | "count">,
  children: readonly Child[],
): Promise<void> {
  const message = `${order}: Not confirmed x ${countOf(children, "unknown")}: the Orders tab of the dashboard shows what becomes of it.`;
  const id = toasts.show({ message, type: "warning", autoClose: false });
  const isClosed = (): boolean => !toasts.list().some((toast) => toast.id === id);
  const now = [...children];
  await findOut(
    { ...deps, isGone: isClosed },
    { ...call, from: 0, count: children.length },
    {
      sending: () => undefined,
      lost: () => undefined,
      answers: (from, outcomes) => {
        for (const [i, outcome] of outcomes.entries()) {
          const child = now[from + i];
          if (child !== undefined) now[from + i] = answered(child, outcome);
        }
      },
    },
  );
  if (isClosed()) return;
  toasts.close(id);
  sayOutcome(toasts, order, now);
}
