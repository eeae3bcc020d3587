/** What Kite calls contracts. */
import { symbolName } from "../../../symbol-names.ts";
import type { ContractView } from "../../views.ts";
import { ContractNames } from "../face.ts";

/** 'NFO:NIFTY26N1024600CE' */
export const nameOf = ({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): string =>
  symbolName("zerodha", key, isMonthly);

export const NAMES = new ContractNames(nameOf);

/** Kite's exchange (NFO, BFO or CDS) and its symbol. */
export function partsOf(contract: Pick<ContractView, "key" | "isMonthly">): {
  exchange: string;
  tradingsymbol: string;
} {
  const [exchange = "", tradingsymbol = ""] = nameOf(contract).split(":");
  return { exchange, tradingsymbol };
}
