import { toasts } from "./toasts/toasts.ts";

const PATIENCE_MS = 2500;

/** Says that what the user asked for is kept away by the connection, since a press must not go unheard. @returns its end. */
export function tellIfLate(): () => void {
  const message = "This part could not be loaded yet. It opens as soon as the connection allows.";
  const timer = setTimeout(() => toasts.show({ message, type: "warning" }), PATIENCE_MS);
  return () => clearTimeout(timer);
}
