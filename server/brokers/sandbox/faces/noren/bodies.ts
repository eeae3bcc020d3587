/** Requests as Noren takes them: JSON whose values are text, after `jData=`, and the session's key after `jKey=`. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import type { PracticeConversion, PracticePlacement, PracticeWish } from "../../placements.ts";
import type { ContractNames } from "../face.ts";
import { known, reads } from "../frame.ts";
import { partsOf } from "./entities.ts";
import { badInput } from "./errors.ts";

const amount = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number);
const whole = amount.pipe(z.number().int());
const side = z.enum(["B", "S"]);

const Pricing = z.object({
  prctyp: z.enum(["LMT", "SL-LMT"]),
  prc: amount,
  trgprc: amount.default(0),
  qty: whole,
  dscqty: whole.default(0),
  ret: z.enum(["DAY", "IOC"]).default("DAY"),
});
const Named = z.object({ exch: z.string(), tsym: z.string().transform((name) => decodeURIComponent(name)) });
const Leg = Pricing.extend(Named.shape).extend({ prd: z.string(), trantype: side });
const Placement = Leg.extend({ remarks: z.string().max(50).default("") });
const Changed = Pricing.extend({ norenordno: z.string().min(1) });
const Basket = Leg.extend({ basketlists: z.array(Leg).default([]) });
const Conversion = Named.extend({
  qty: whole,
  prd: z.string(),
  prevprd: z.string(),
  trantype: side,
  postype: z.enum(["Day", "CF"]),
});
const Numbered = z.object({ norenordno: z.string().min(1) });
const Quoted = z.object({ exch: z.string(), token: z.string() });

const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { I: "intraday", M: "margin" };

export interface NorenRequest {
  readonly fields: unknown;
  /** '' without one. */
  readonly key: string;
}

/** @throws NorenError */
export function requestOf(body: string): NorenRequest {
  const [, json, key = ""] = /^jData=([\s\S]*?)(?:&jKey=([^&]*))?$/.exec(body) ?? [];
  try {
    return { fields: JSON.parse(json ?? ""), key };
  } catch {
    throw badInput("jData is not valid json object");
  }
}

/** @throws NorenError */
export const parse = reads((path) => badInput(`Missing or wrong ${path}`));

const wishOf = ({ prctyp, prc, trgprc, qty, dscqty, ret }: z.infer<typeof Pricing>): PracticeWish => ({
  kind: prctyp === "LMT" ? "limit" : "stop-limit",
  quantity: qty,
  limit: prc,
  trigger: prctyp === "LMT" ? 0 : trgprc,
  validity: ret === "IOC" ? "ioc" : "day",
  protection: 0,
  disclosed: dscqty,
});

const sideOf = (word: "B" | "S") => (word === "B" ? ("buy" as const) : ("sell" as const));

const productOf = (word: string): PracticeProduct =>
  known(PRODUCTS[word], () => badInput(`Product ${word} is not allowed`));

/** Reads requests against the open day's contracts. All throw a NorenError. */
export function readerOf(names: ContractNames, contracts: PracticeContracts) {
  const contractOf = ({ exch, tsym }: z.infer<typeof Named>): PracticeContract =>
    known(names.find(contracts, `${exch}:${tsym}`), () => badInput("Invalid Trading Symbol"));
  const placed = (leg: z.infer<typeof Leg>, tag: string): PracticePlacement => ({
    ...wishOf(leg),
    contract: contractOf(leg),
    side: sideOf(leg.trantype),
    product: productOf(leg.prd),
    tag,
  });
  return {
    placement(fields: unknown): PracticePlacement {
      const order = parse(Placement, fields);
      return placed(order, order.remarks);
    },
    basket(fields: unknown): readonly PracticePlacement[] {
      const { basketlists, ...first } = parse(Basket, fields);
      return [first, ...basketlists].map((leg) => placed(leg, ""));
    },
    conversion(fields: unknown): PracticeConversion {
      const wanted = parse(Conversion, fields);
      return {
        contract: contractOf(wanted),
        side: sideOf(wanted.trantype),
        quantity: wanted.qty,
        from: productOf(wanted.prevprd),
        to: productOf(wanted.prd),
      };
    },
    quoted(fields: unknown): PracticeContract {
      const { exch, token } = parse(Quoted, fields);
      for (const contract of contracts.all) {
        if (String(contract.token) === token && partsOf(contract).exch === exch) return contract;
      }
      throw badInput("Invalid Token");
    },
  };
}

/** @throws NorenError */
export function changeOf(fields: unknown): { readonly id: string; readonly wish: PracticeWish } {
  const change = parse(Changed, fields);
  return { id: change.norenordno, wish: wishOf(change) };
}

/** @throws NorenError */
export const numberOf = (fields: unknown): string => parse(Numbered, fields).norenordno;
