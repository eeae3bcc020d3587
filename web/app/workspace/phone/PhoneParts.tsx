import type { ReactNode } from "react";
import { PaneDots } from "./PaneDots.tsx";
import { PhoneBar } from "./PhoneBar.tsx";

/** What only a phone has. Loaded by one. */
export const PhoneParts = (): ReactNode => (
  <>
    <PaneDots />
    <PhoneBar />
  </>
);
