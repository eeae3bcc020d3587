/** What a ticket says that is closed while the broker has not answered: until the server knows, then what it came to. */
import { answered, type Child, countOf, resultWords } from "../../state/orders/child.ts";
import { findOut, type OpenCall, type SendDeps } from "../../state/orders/send.ts";
import type { ToastStore } from "../toasts/toast-store.ts";

/**
 * Shows a toast until nothing of the call is in doubt; resolves then, or when the user has closed it.
 * @param children of the call, by their place in it
 */
export async function followLeftOpen(
  toasts: ToastStore,
  deps: SendDeps,
  call: Omit<OpenCall, "from" | "count">,
  children: readonly Child[],
): Promise<void> {
  const message = `Not confirmed x ${countOf(children, "unknown")}: the Orders tab of the dashboard shows what becomes of it.`;
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
  const isDone = countOf(now, "placed") === now.length;
  toasts.show({ message: resultWords(now, true).join(", "), type: isDone ? "success" : "error" });
}
