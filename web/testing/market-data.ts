import type { User } from "#contract/wire/http/accounts.ts";
import type { InitList } from "#contract/wire/http/market.ts";

/** A small market: three symbols on NSE, one on BSE. */
export const initList: InitList = [
  { name: "time", data: ["09:15", "09:16"], time9am: ["09:00"], date: "2026-08-18" },
  {
    name: "indexPrev",
    data: {
      indexData: { NIFTY: 24207.05, BANKNIFTY: 55684.2 },
      nifty_prev: 24212.8,
      bank_prev: 55565.85,
      sensex_prev: null,
      bankex_prev: null,
    },
    date: "2026-08-18",
  },
  {
    name: "SymbolsAndExpiry",
    data: {
      NSE: { NIFTY: ["8:18:2026", "8:25:2026"], BANKNIFTY: ["8:25:2026"], USDINR: ["8:26:2026"] },
      BSE: { SENSEX: ["8:20:2026", "8:27:2026"] },
    },
    date: "2026-08-18",
  },
  {
    name: "StrikeDifference",
    data: { NIFTY: [65, 50], BANKNIFTY: [30, 100], SENSEX: [20, 100], USDINR: [1, 0.25] },
    date: "2026-08-18",
  },
  { name: "qtyfreeze", data: { NIFTY: 1800 }, date: "2026-08-18" },
  { name: "futureExp", data: { NSE: ["8:25:2026"] }, date: "2026-08-18" },
];

export const user: User = {
  name: "Ravi Kumar",
  email: "ravi.kumar@example.in",
  expires: Date.now() + 86_400_000,
  subscribed: true,
  validity: null,
  plan: "live",
  pendingSubs: { live: 0, oneMin: 0 },
  referral: "",
  key: "00",
};
