/**
 * Orders that the practice broker keeps until a price is reached: over days and restarts, until the last price reaches one of
 * their triggers, their contract expires, or a year has passed. What one fires is a limit order like any other.
 */
import { firedLeg, type GttLeg } from "#contract/domain/orders/gtt.ts";
import { isOnTick } from "#contract/domain/orders/prices.ts";
import type { Refusal, Side } from "#market/matching/order.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { type BookedGtt, type Firing, YEAR_MS } from "./booked-gtt.ts";
import type { BookedOrder, PracticeProduct } from "./booked-order.ts";
import type { PracticeContract, PracticeContracts } from "./contracts.ts";
import type { GttRepository } from "./gtt-repository.ts";
import type { Answer, PracticePlacement } from "./placements.ts";
import type { PracticeState } from "./practice-state.ts";

export interface GttWish {
  /** Units. */
  readonly quantity: number;
  /** Rupees; of two the lower trigger first. */
  readonly legs: readonly GttLeg[];
  /** Rupees: which way a single trigger is crossed. */
  readonly lastPrice: number;
}

export interface GttPlacement extends GttWish {
  readonly contract: PracticeContract;
  readonly side: Side;
  readonly product: PracticeProduct;
}

/** What users ask of it. */
export interface PracticeGtts {
  /** Those that are active, and those of the last days that are over. */
  of(accountId: string): Promise<readonly BookedGtt[]>;
  place(accountId: string, gtt: GttPlacement): Promise<Answer<BookedGtt>>;
  modify(accountId: string, id: number, wish: GttWish): Promise<Answer<BookedGtt>>;
  delete(accountId: string, id: number): Promise<Answer<BookedGtt>>;
}

/** @returns the order that was fired is kept together with what it makes of the one that fired it. */
export type Fire = (
  accountId: string,
  placement: PracticePlacement,
  fired: (order: { readonly id: string; readonly message: string }) => BookedGtt,
) => Promise<Answer<BookedOrder>>;

export interface GttDeps {
  readonly state: PracticeState;
  readonly repository: GttRepository;
  readonly fire: Fire;
  readonly clock: Pick<WallClock, "now">;
}

const MOST_ACTIVE = 250;
/** So long what is over is still shown. */
const SHOWN_MS = 7 * 86_400_000;

export function createPracticeGtts({ state, repository, fire, clock }: GttDeps) {
  const activeOf = (accountId: string): readonly BookedGtt[] =>
    [...state.gtts].filter((gtt) => gtt.accountId === accountId);
  const find = (accountId: string, id: number): BookedGtt | undefined =>
    activeOf(accountId).find((gtt) => gtt.id === id);

  function refusalOf(wish: GttWish, contract: PracticeContract): Refusal | undefined {
    const { contracts } = state;
    const freeze = contracts?.terms(contract)?.freeze;
    const tick = contracts?.tick(contract.key) ?? 0;
    const { quantity, legs, lastPrice } = wish;
    if (!(quantity > 0)) return QUANTITY;
    if (quantity % contract.lot !== 0)
      return { code: "lot", message: `Quantity should be a multiple of ${contract.lot}` };
    if (freeze !== undefined && quantity > freeze)
      return { code: "freeze", message: "Quantity is above the freeze quantity" };
    if (!(lastPrice > 0)) return LAST_PRICE;
    if (legs.some(({ trigger, limit }) => !isOnTick(trigger, tick) || !isOnTick(limit, tick))) {
      return { code: "tick", message: `Prices should be multiples of the tick size ${tick}` };
    }
    const [lower, upper] = legs;
    if (lower === undefined || !legs.every(({ trigger, limit }) => trigger > 0 && limit > 0)) return PRICE;
    if (legs.some(({ trigger }) => trigger === lastPrice)) return EQUAL;
    if (upper === undefined) return undefined;
    return lower.trigger < lastPrice && lastPrice < upper.trigger ? undefined : SIDES;
  }

  async function ended(gtt: BookedGtt, status: BookedGtt["status"], firing?: Firing): Promise<BookedGtt> {
    const over = overOf(gtt, status, firing);
    await state.keep([], undefined, [], [over]);
    return over;
  }

  const changedNow = ({ createdAt, stamps }: BookedGtt): Pick<BookedGtt, "changedAt" | "stamps"> => ({
    changedAt: clock.now(),
    stamps: { createdAt: stamps?.createdAt ?? createdAt, changedAt: state.stamp },
  });

  const overOf = (gtt: BookedGtt, status: BookedGtt["status"], firing?: Firing): BookedGtt => ({
    ...gtt,
    ...changedNow(gtt),
    status,
    ...(firing && { firing }),
  });

  async function fireLeg(gtt: BookedGtt, contract: PracticeContract, leg: number, price: number): Promise<void> {
    const { accountId, side, product, quantity } = gtt;
    const limit = gtt.legs[leg]?.limit ?? 0;
    const terms = { kind: "limit", quantity, limit, trigger: 0, validity: "day", protection: 0, disclosed: 0 } as const;
    const answer = await fire(accountId, { ...terms, contract, side, product, tag: "" }, ({ id, message }) =>
      overOf(gtt, "triggered", { leg, price, orderId: id, message }),
    );
    if (!("refusal" in answer)) return;
    await ended(gtt, "triggered", { leg, price, orderId: "", message: answer.refusal.message });
  }

  /** Whether nothing can fire it any more. */
  function isOver({ key, createdAt }: BookedGtt, contract: PracticeContract | undefined): boolean {
    const { today, now, contracts } = state;
    if (createdAt + YEAR_MS <= clock.now() || key.expiry < today) return true;
    if (key.expiry > today || contract === undefined) return false;
    return now >= (contracts?.terms(contract)?.close ?? Number.POSITIVE_INFINITY);
  }

  const gtts: PracticeGtts & { look(contracts: PracticeContracts): Promise<void> } = {
    of: (accountId) => repository.of(accountId, clock.now() - SHOWN_MS),

    async place(accountId, { contract, ...gtt }) {
      const refusal = activeOf(accountId).length >= MOST_ACTIVE ? TOO_MANY : refusalOf(gtt, contract);
      if (refusal) return { refusal };
      const now = clock.now();
      const { name, key } = contract;
      const { stamp } = state;
      const times = { createdAt: now, changedAt: now, stamps: { createdAt: stamp, changedAt: stamp } };
      return { value: await state.addGtt({ accountId, status: "active", contract: name, key, ...gtt, ...times }) };
    },

    async modify(accountId, id, wish) {
      const before = find(accountId, id);
      const contract = before && state.contracts?.byName(before.contract);
      if (before === undefined || contract === undefined) return { refusal: UNKNOWN };
      if (before.legs.length !== wish.legs.length) return { refusal: OTHER_KIND };
      const refusal = refusalOf(wish, contract);
      if (refusal) return { refusal };
      const next = { ...before, ...wish, ...changedNow(before) };
      await state.keep([], undefined, [], [next]);
      return { value: next };
    },

    async delete(accountId, id) {
      const before = find(accountId, id);
      return before === undefined ? { refusal: UNKNOWN } : { value: await ended(before, "deleted") };
    },

    async look(contracts) {
      for (const gtt of [...state.gtts]) {
        const contract = contracts.byName(gtt.contract);
        if (isOver(gtt, contract)) {
          await ended(gtt, "expired");
          continue;
        }
        if (contract === undefined) continue;
        const price = contracts.quote(contract).ltp / contract.room.day.priceScale;
        const leg = firedLeg(gtt.legs, gtt.lastPrice, price);
        if (leg === undefined) continue;
        const terms = contracts.terms(contract);
        if (terms === undefined || state.now < terms.open || state.now >= terms.close) continue;
        await fireLeg(gtt, contract, leg, price);
      }
    },
  };
  return gtts;
}

const QUANTITY: Refusal = { code: "quantity", message: "Quantity should be higher than 0" };
const PRICE: Refusal = { code: "price", message: "Trigger and limit prices should be higher than 0" };
const LAST_PRICE: Refusal = { code: "price", message: "The last price is missing" };
const EQUAL: Refusal = {
  code: "trigger",
  message: "Trigger cannot be created with one of the trigger values equal to the last price.",
};
const SIDES: Refusal = {
  code: "trigger",
  message: "Trigger cannot be created unless the last price is between the two trigger values.",
};
const TOO_MANY: Refusal = { code: "state", message: `No more than ${MOST_ACTIVE} triggers can be active` };
const UNKNOWN: Refusal = { code: "state", message: "There is no such active trigger" };
const OTHER_KIND: Refusal = { code: "state", message: "A trigger keeps the number of its legs" };
