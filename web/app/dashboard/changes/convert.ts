/** A position to its other product. Pure. */
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";

type Convertible = "INTRADAY" | "MARGIN";

export const isConvertible = ({ productType, netQty }: PositionBody): boolean =>
  netQty !== 0 && (productType === "INTRADAY" || productType === "MARGIN");

export const otherProduct = (product: PositionBody["productType"]): Convertible =>
  product === "MARGIN" ? "INTRADAY" : "MARGIN";

/** What is converted of what was entered: no more than is held. */
const convertQty = (entered: number, { netQty }: Pick<PositionBody, "netQty">): number =>
  Math.min(entered, Math.abs(netQty));

/** Why it cannot be sent; undefined where it can. */
export function convertProblem(entered: number, position: PositionBody): string | undefined {
  const quantity = convertQty(entered, position);
  const lot = Math.max(position.lotSize, 1);
  return quantity > 0 && quantity % lot === 0 ? undefined : `Quantity should be a multiple of the lot size ${lot}`;
}

export interface ConvertRequest {
  readonly data: {
    readonly symbol: string;
    readonly positionSide: 1 | -1;
    readonly convertQty: number;
    readonly convertFrom: Convertible;
    readonly convertTo: Convertible;
    readonly securityId: string;
  };
  readonly extras: { readonly side: 1 | -1 };
}

export function convertBody(entered: number, position: PositionBody): ConvertRequest {
  const { symbol, securityId, netQty, productType } = position;
  const side = netQty > 0 ? 1 : -1;
  const convertTo = otherProduct(productType);
  return {
    data: {
      symbol,
      positionSide: side,
      convertQty: convertQty(entered, position),
      convertFrom: convertTo === "MARGIN" ? "INTRADAY" : "MARGIN",
      convertTo,
      securityId,
    },
    extras: { side },
  };
}
