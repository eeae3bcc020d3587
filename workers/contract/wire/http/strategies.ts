/**
 * Strategies that are kept with the account. The newer builder and the portfolio seal them (../sealed.ts); the older
 * builder sends them as they are, and knows them by name.
 */
import { z } from "zod";
import { MAX_PORTFOLIO_DIGITS, MAX_SEALED_DIGITS, MAX_STRATEGIES } from "../sealed-purposes.ts";
import { defineCall } from "./call.ts";
import { PrivateEnvelope } from "./private-key.ts";
import { sealed } from "./settings.ts";
import {
  BUILDER_DELETE_PATH,
  BUILDER_LOAD_PATH,
  BUILDER_RESEAL_PATH,
  BUILDER_SAVE_PATH,
  STRATEGIES_DELETE_MULTIPLE_PATH,
  STRATEGIES_DELETE_PATH,
  STRATEGIES_LOAD_ALL_PATH,
  STRATEGIES_LOAD_PATH,
  STRATEGIES_PORTFOLIO_PATH,
  STRATEGIES_SAVE_AS_PATH,
  STRATEGIES_SAVE_PATH,
  STRATEGIES_SAVE_PORTFOLIO_PATH,
} from "./strategy-path.ts";

const ROOM_FOR_NAMES = 4096;
/** On one line, and what every database can hold. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, "has characters that cannot be shown");
const name = line(200).trim().min(1);
const id = z
  .string()
  .max(64)
  .regex(/^[\w-]*$/, "is not an id");
const ids = z.array(id).max(MAX_STRATEGIES);
const portfolio = line(100).trim();
const iv = z.string().regex(/^[0-9a-f]{32}$/, "is not an IV");
const MOST_BEFORE = 8;
const success = z.object({ status: z.literal("success") });

/** What a strategy is listed by. */
const listed = {
  name,
  symbolName: line(40),
  /** 'M:D:YYYY' */
  expiry: line(40),
  /** The market date it was saved on. */
  date: line(40),
};

/**
 * What is sealed: legs, and whatever else a builder keeps with them. The server reads what it lists it by. Private by choice
 * `strategy` is empty, and `private` holds all but what it is listed by.
 */
export const SavedStrategy = z.looseObject({
  ...listed,
  strategy: z.array(z.unknown()),
  private: PrivateEnvelope.optional(),
});
export type SavedStrategy = z.infer<typeof SavedStrategy>;

/** One of the portfolio's: a saved strategy with its id. */
export const PortfolioStrategy = SavedStrategy.extend({ _id: id });
export type PortfolioStrategy = z.infer<typeof PortfolioStrategy>;
export const PortfolioStrategies = z.array(PortfolioStrategy).max(MAX_STRATEGIES);

const saveReply = success.extend({
  saveDetails: z.object({ name: z.string(), id: z.string(), portfolio: z.string() }),
  message: z.string(),
});

export const saveStrategy = defineCall({
  method: "post",
  path: STRATEGIES_SAVE_PATH,
  summary: "Keep a new strategy. A name that is taken gets a number; saveDetails has the name it got",
  access: "user",
  revision: "read",
  isKeyed: true,
  body: z.strictObject({
    strategyObj: sealed(MAX_SEALED_DIGITS),
    /** A UUID that the new strategy gets; one that is taken, or anything else, counts for nothing. */
    id: id.nullish(),
    /** Left out: 'My Portfolio'. */
    portfolio: portfolio.nullish(),
  }),
  maxBodyBytes: MAX_SEALED_DIGITS + ROOM_FOR_NAMES,
  response: saveReply,
  refusals: [409],
});

export const saveStrategyAs = defineCall({
  method: "post",
  path: STRATEGIES_SAVE_AS_PATH,
  summary: "Replace a strategy, its name included",
  access: "user",
  revision: "write",
  body: z.strictObject({
    strategyObj: sealed(MAX_SEALED_DIGITS),
    id,
    /** Left out: it stays in its portfolio. */
    portfolio: portfolio.nullish(),
    /** IVs of payloads that this page sent before without an answer: where one of them is kept, it is no one else's. */
    comesAfter: z.array(iv).max(MOST_BEFORE).optional(),
  }),
  maxBodyBytes: MAX_SEALED_DIGITS + ROOM_FOR_NAMES,
  response: saveReply,
  refusals: [404, 409],
});

export const loadAllStrategies = defineCall({
  method: "get",
  path: STRATEGIES_LOAD_ALL_PATH,
  summary: "What strategies there are, newest first",
  access: "user",
  response: z.object({ strategies: z.array(z.object({ id: z.string(), portfolio: z.string(), ...listed })) }),
});

export const loadStrategy = defineCall({
  method: "post",
  path: STRATEGIES_LOAD_PATH,
  summary: "One strategy, sealed as it was saved",
  access: "user",
  revision: "read",
  body: z.strictObject({ id }),
  response: z.object({ strategy: z.string() }),
  refusals: [404],
});

export const deleteStrategy = defineCall({
  method: "patch",
  path: STRATEGIES_DELETE_PATH,
  summary: "Delete a strategy",
  access: "user",
  body: z.strictObject({ id }),
  response: success,
  refusals: [404],
});

export const deleteStrategies = defineCall({
  method: "patch",
  path: STRATEGIES_DELETE_MULTIPLE_PATH,
  summary: "Delete strategies; ids that are not the user's are left alone",
  access: "user",
  body: z.strictObject({ ids }),
  response: success.extend({ deleted: z.number() }),
});

export const loadPortfolio = defineCall({
  method: "post",
  path: STRATEGIES_PORTFOLIO_PATH,
  summary: "Several strategies in one sealed list, each with its _id",
  access: "user",
  revision: "read",
  body: z.strictObject({ id: ids }),
  response: z.object({ strategies: z.string() }),
});

export const savePortfolio = defineCall({
  method: "post",
  path: STRATEGIES_SAVE_PORTFOLIO_PATH,
  summary: "Replace the legs of several strategies; isSaved names those that are still there",
  access: "user",
  revision: "write",
  body: z.strictObject({ encrypted: sealed(MAX_PORTFOLIO_DIGITS) }),
  maxBodyBytes: MAX_PORTFOLIO_DIGITS + 1024,
  response: success.extend({ isSaved: z.array(z.string()) }),
  refusals: [409],
});

/** As the older builder sends and gets it. Private by choice as `SavedStrategy` is. */
export const BuilderStrategy = z.looseObject({
  ...listed,
  private: PrivateEnvelope.optional(),
  strategy: z.array(z.record(z.string(), z.unknown())).max(100),
  spot: z.number().nullish(),
  /** Totals by name, and the IV of a leg by '{strike}{type}'. */
  greeks: z.record(z.string(), z.unknown()).nullish(),
  /** The probability of a profit. */
  pop: z.unknown().optional(),
});
export type BuilderStrategy = z.infer<typeof BuilderStrategy>;

export const saveBuilderStrategy = defineCall({
  method: "post",
  path: BUILDER_SAVE_PATH,
  summary: "Older builder: keep a strategy; one of the same name is refused",
  access: "user",
  body: z.strictObject({ strategyObj: BuilderStrategy }),
  response: success.extend({ message: z.string() }),
  refusals: [409],
});

export const loadBuilderStrategies = defineCall({
  method: "get",
  path: BUILDER_LOAD_PATH,
  summary: "Older builder: the strategies, newest first",
  access: "user",
  response: z.object({ strategies: z.array(BuilderStrategy) }),
});

export const deleteBuilderStrategy = defineCall({
  method: "patch",
  path: BUILDER_DELETE_PATH,
  summary: "Older builder: delete the strategy of that name",
  access: "user",
  body: z.strictObject({ name }),
  response: success.extend({ message: z.string() }),
  refusals: [404],
});

export const resealBuilderStrategy = defineCall({
  method: "post",
  path: BUILDER_RESEAL_PATH,
  summary:
    "Older builder: seal a strategy under the user's own key, or open it; 404 where `before` is no longer what is kept",
  access: "user",
  body: z.strictObject({ before: BuilderStrategy, strategyObj: BuilderStrategy }),
  maxBodyBytes: 256 * 1024,
  response: success,
  refusals: [404, 409],
});
