import { type ReactNode, Suspense, useEffect } from "react";
import { toasts } from "./toasts/toasts.ts";

const PATIENCE_MS = 2500;

/** Around a late part that the user asked for: where its chunk stays away, that is said, since a press must not go unheard. */
export function AskedPart({ children }: { readonly children: ReactNode }): ReactNode {
  return <Suspense fallback={<Late />}>{children}</Suspense>;
}

function Late(): ReactNode {
  useEffect(() => {
    const message = "This part could not be loaded yet. It opens as soon as the connection allows.";
    const timer = setTimeout(() => toasts.show({ message, type: "warning" }), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return undefined;
}
