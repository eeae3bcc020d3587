/** The limits as a form has them: texts, where an empty one is no limit. Pure. */
import type { Guards } from "#contract/wire/http/order-bodies.ts";

export type LimitName = Exclude<keyof Guards, "inPractice">;

interface LimitField {
  readonly name: LimitName;
  readonly label: string;
  readonly isWhole: boolean;
}

export const LIMIT_FIELDS: readonly LimitField[] = [
  { name: "orderValue", label: "Largest order, ₹", isWhole: false },
  { name: "lots", label: "Largest order, lots", isWhole: true },
  { name: "ordersPerDay", label: "Orders a day", isWhole: true },
  { name: "lossPerDay", label: "Loss a day, ₹", isWhole: false },
];

export type LimitTexts = Readonly<Record<LimitName, string>>;

export const textsOf = (guards: Guards): LimitTexts => ({
  orderValue: textOf(guards.orderValue),
  lots: textOf(guards.lots),
  ordersPerDay: textOf(guards.ordersPerDay),
  lossPerDay: textOf(guards.lossPerDay),
});

const textOf = (limit: number | null): string => (limit === null ? "" : String(limit));

/** What is wrong with a text; undefined where it is a limit, or none. */
export function limitProblem(text: string, { isWhole }: Pick<LimitField, "isWhole">): string | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) return "More than 0, or empty for no limit";
  return isWhole && !Number.isInteger(value) ? "A whole number" : undefined;
}

export function guardsOf(texts: LimitTexts, inPractice: boolean): Guards {
  const limit = (name: LimitName): number | null => (texts[name].trim() === "" ? null : Number(texts[name]));
  return {
    orderValue: limit("orderValue"),
    lots: limit("lots"),
    ordersPerDay: limit("ordersPerDay"),
    lossPerDay: limit("lossPerDay"),
    inPractice,
  };
}
