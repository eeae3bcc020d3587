/**
 * Strategies that one screen hands over to another through the browser's storage, under the public keys. Names of fields are
 * the specification's.
 */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { isLeg } from "../../../state/saved/kept-strategy.ts";
import { isNumber, isRecord, readItem } from "../../../state/saved/storage.ts";

const STRATEGIES = "strategies";
const EXTRA = "strategiesExtra";

export interface HandedStrategy {
  readonly id: number;
  /** '{Kind},{strikes}' */
  readonly name: string;
  /** Rupees a lot. */
  readonly maxProfit: number | "Unlimited";
  readonly maxLoss: number | "Unlimited";
  readonly RR: number | "-";
  /** Rupees of the underlying; two are 'a - b'. */
  readonly breakEven: number | string;
  /** Per cent. */
  readonly pop: number | "-";
  readonly strategy: readonly StrategyLeg[];
}

/** What they were made of. Rupees. */
export interface HandedMarket {
  readonly spot: number;
  /** Its previous close; null where it is not known. */
  readonly prevSpot: number | null;
  /** The lowest and the highest that were looked at. */
  readonly strikes: readonly [min: number, max: number];
  /** The room of their prices. */
  readonly socketname: RoomName;
  /** 'M:D:YYYY' */
  readonly expiry: string;
  /** By token. */
  readonly tokenDictionary: Readonly<Record<string, HandedContract>>;
  /** Whole days to the expiry. */
  readonly remainingDays: number;
  /** Years of 365 days to the expiry, as the model counts them. */
  readonly remainingTime: number;
  /** Margin base of a lot and delta, by '{strike}{type}'. */
  readonly m: Readonly<Record<string, readonly [base: number, delta: number]>>;
}

export interface HandedContract {
  readonly name: string;
  readonly strike: number;
  readonly type: "CE" | "PE";
  readonly lot_size: number;
  readonly security_id: string;
}

/** Storage may be switched off or full: then nothing is handed over, and the other screen says so. */
export function handOver(strategies: readonly HandedStrategy[], market: HandedMarket): void {
  try {
    localStorage.setItem(STRATEGIES, JSON.stringify(strategies));
    localStorage.setItem(EXTRA, JSON.stringify(market));
  } catch (error) {
    console.warn("the strategies are not handed over:", error);
    forgetHanded();
  }
}

export function forgetHanded(): void {
  try {
    for (const key of [STRATEGIES, EXTRA]) {
      localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

/**
 * The page ends: a typed address leaves the screen as a link does, and a page that ends does not know which of them comes.
 * What was handed over is put aside in the tab.
 */
export function putHandedAside(): void {
  try {
    for (const key of [STRATEGIES, EXTRA]) {
      const value = localStorage.getItem(key);
      if (value !== null) sessionStorage.setItem(key, value);
      localStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

/** A reload of the same address takes back what was put aside; whatever else loads the page does not. */
export function takeHandedBack(): void {
  try {
    const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const isReload = page?.type === "reload" && new URL(page.name).pathname === location.pathname;
    for (const key of [STRATEGIES, EXTRA]) {
      const value = sessionStorage.getItem(key);
      if (isReload && value !== null && localStorage.getItem(key) === null) localStorage.setItem(key, value);
      sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

export interface Received {
  readonly strategies: readonly HandedStrategy[];
  /** Of their prices. */
  readonly room: RoomName;
}

/** Undefined where nothing was handed over, or nothing that can be read. */
export function readHanded(): Received | undefined {
  try {
    const strategies: unknown = JSON.parse(readItem(STRATEGIES) ?? "null");
    const market: unknown = JSON.parse(readItem(EXTRA) ?? "null");
    const room = isRecord(market) ? market["socketname"] : undefined;
    if (typeof room !== "string" || !Array.isArray(strategies) || !strategies.every(isHanded)) return undefined;
    return strategies.length > 0 ? { strategies, room } : undefined;
  } catch {
    return undefined;
  }
}

const isHanded = (value: unknown): value is HandedStrategy =>
  isRecord(value) &&
  isNumber(value["id"]) &&
  typeof value["name"] === "string" &&
  Array.isArray(value["strategy"]) &&
  value["strategy"].every(isLeg);
