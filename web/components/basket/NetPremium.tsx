import type { ReactNode } from "react";
import { moneyWords, netLabel } from "../orders/ticket-words.ts";

/** Nothing is said of 0, as of futures alone. @param rupees paid; received is negative */
export const NetPremium = ({ rupees }: { readonly rupees: number }): ReactNode =>
  rupees !== 0 && (
    <>
      {netLabel(rupees)} <b>{moneyWords(Math.abs(rupees))}</b>
    </>
  );
