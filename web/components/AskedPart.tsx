import { type ReactNode, Suspense, useEffect } from "react";
import { tellIfLate } from "./tell-if-late.ts";

/** Around a late part that the user asked for: where its chunk stays away, that is said. */
export function AskedPart({ children }: { readonly children: ReactNode }): ReactNode {
  return <Suspense fallback={<Late />}>{children}</Suspense>;
}

function Late(): ReactNode {
  useEffect(tellIfLate, []);
  return undefined;
}
