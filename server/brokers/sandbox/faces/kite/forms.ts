/** Order forms as Kite takes them. A field that makes no sense is refused in words, as Kite does. */
import { z } from "zod";
import type { PracticeProduct } from "../../booked-order.ts";
import type { PracticeContracts } from "../../contracts.ts";
import type { PracticePlacement, PracticeWish } from "../../placements.ts";
import { known } from "../frame.ts";
import { badInput } from "./errors.ts";
import { NAMES } from "./symbol.ts";

const amount = z.coerce.number().nonnegative().default(0);

const Pricing = z.object({
  order_type: z.enum(["MARKET", "LIMIT", "SL", "SL-M"]),
  quantity: z.coerce.number().int(),
  price: amount,
  trigger_price: amount,
  disclosed_quantity: z.coerce.number().int().nonnegative().default(0),
  validity: z.enum(["DAY", "IOC"]).default("DAY"),
  /** Percent; -1 lets the broker choose. */
  market_protection: z.coerce.number().max(100).optional(),
});

const Placement = Pricing.extend({
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(["BUY", "SELL"]),
  product: z.string(),
  tag: z.string().max(20, "Invalid `tag`: it has more than 20 characters").default(""),
});

const Conversion = z.object({
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(["BUY", "SELL"]),
  quantity: z.coerce.number().int(),
  old_product: z.string(),
  new_product: z.string(),
});

const KINDS = { MARKET: "market", LIMIT: "limit", SL: "stop-limit", "SL-M": "stop" } as const;
const PRODUCTS: Readonly<Record<string, PracticeProduct>> = { MIS: "intraday", NRML: "margin" };
/** What the broker chooses. */
const OWN_PROTECTION = 3;

/** @throws KiteError */
export function parse<Schema extends z.ZodType>(schema: Schema, form: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  throw badInput(issue?.message.startsWith("Invalid `") ? issue.message : `Missing or invalid value for \`${field}\`.`);
}

function wishOf(form: z.infer<typeof Pricing>): PracticeWish {
  const kind = KINDS[form.order_type];
  const isMarket = kind === "market" || kind === "stop";
  const percent = form.market_protection ?? 0;
  if (isMarket && percent === 0) {
    throw badInput("Market orders without market protection are not allowed via API.");
  }
  return {
    kind,
    quantity: form.quantity,
    limit: isMarket ? 0 : form.price,
    trigger: kind === "stop" || kind === "stop-limit" ? form.trigger_price : 0,
    validity: form.validity === "IOC" ? "ioc" : "day",
    protection: (percent < 0 ? OWN_PROTECTION : percent) / 100,
    disclosed: form.disclosed_quantity,
  };
}

/** @throws KiteError */
export const modificationOf = (form: unknown): PracticeWish => wishOf(parse(Pricing, form));

/** @throws KiteError */
export function placementOf(form: unknown, contracts: PracticeContracts): PracticePlacement {
  const order = parse(Placement, form);
  return {
    ...wishOf(order),
    contract: contractOf(order, contracts),
    side: order.transaction_type === "BUY" ? "buy" : "sell",
    product: productOf(order.product),
    tag: order.tag,
  };
}

/** @throws KiteError */
export function conversionOf(form: unknown, contracts: PracticeContracts) {
  const wanted = parse(Conversion, form);
  return {
    contract: contractOf(wanted, contracts),
    side: wanted.transaction_type === "BUY" ? ("buy" as const) : ("sell" as const),
    quantity: wanted.quantity,
    from: productOf(wanted.old_product),
    to: productOf(wanted.new_product),
  };
}

/** @throws KiteError */
export const contractOf = (
  { exchange, tradingsymbol }: { readonly exchange: string; readonly tradingsymbol: string },
  contracts: PracticeContracts,
) =>
  known(NAMES.find(contracts, `${exchange}:${tradingsymbol}`), () =>
    badInput("The instrument you are placing an order for has either expired or does not exist."),
  );

const productOf = (product: string): PracticeProduct =>
  known(PRODUCTS[product], () => badInput(`Product ${product} is not available for this instrument.`));
