/**
 * The dated facts behind calendar.ts: holidays, weekend and evening sessions, and the hours in force.
 *
 * Equity holidays to June 2026 are the weekdays without an NSE daily file; the rest of 2026 is the exchange's
 * published list (NSE circulars of December 2025, and of 9 January 2026 for the election day). The two exchanges
 * keep the same days. A date here is a fact about the past or a published plan: a new circular is a new line.
 */

/** Weekdays on which equity derivatives did not (or will not) trade: year -> 'MM-DD'. */
export const EQUITY_HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  "2020": ["02-21", "03-10", "04-02", "04-06", "04-10", "04-14", "05-01", "05-25", "10-02", "11-16", "11-30", "12-25"],
  "2021": [
    "01-26",
    "03-11",
    "03-29",
    "04-02",
    "04-14",
    "04-21",
    "05-13",
    "07-21",
    "08-19",
    "09-10",
    "10-15",
    "11-05",
    "11-19",
  ],
  "2022": ["01-26", "03-01", "03-18", "04-14", "04-15", "05-03", "08-09", "08-15", "08-31", "10-05", "10-26", "11-08"],
  "2023": [
    "01-26",
    "03-07",
    "03-30",
    "04-04",
    "04-07",
    "04-14",
    "05-01",
    "06-29",
    "08-15",
    "09-19",
    "10-02",
    "10-24",
    "11-14",
    "11-27",
    "12-25",
  ],
  "2024": [
    "01-22",
    "01-26",
    "03-08",
    "03-25",
    "03-29",
    "04-11",
    "04-17",
    "05-01",
    "05-20",
    "06-17",
    "07-17",
    "08-15",
    "10-02",
    "11-15",
    "11-20",
    "12-25",
  ],
  "2025": [
    "02-26",
    "03-14",
    "03-31",
    "04-10",
    "04-14",
    "04-18",
    "05-01",
    "08-15",
    "08-27",
    "10-02",
    "10-22",
    "11-05",
    "12-25",
  ],
  "2026": [
    "01-15",
    "01-26",
    "03-03",
    "03-26",
    "03-31",
    "04-03",
    "04-14",
    "05-01",
    "05-28",
    "06-26",
    "09-14",
    "10-02",
    "10-20",
    "11-10",
    "11-24",
    "12-25",
  ],
};

/**
 * Weekdays on which only currency derivatives were closed, beside the equity holidays: 2026 from NSE/CD/71962,
 * 2024 from the exchange's list, 2025 from press reports of it (Id-E-Milad is left out: it was moved and the sources
 * differ), earlier years only the banks' closing day, which is certain.
 */
export const CURRENCY_ONLY_HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  "2020": ["04-01"],
  "2021": ["04-01"],
  "2022": ["04-01"],
  "2024": ["02-19", "04-01", "04-09", "05-23", "09-16"],
  "2025": ["02-19", "04-01", "05-12"],
  "2026": ["02-19", "03-19", "04-01", "08-26"],
};

/** The last year of the lists above. Later years know weekends and FIXED_HOLIDAYS only. */
export const LAST_LISTED_YEAR = 2026;

/** Holidays that fall on the same date every year ('MM-DD'), used beyond the lists. */
export const FIXED_HOLIDAYS: readonly string[] = ["01-26", "04-14", "05-01", "08-15", "10-02", "12-25"];

/** [open, close] in minutes of the IST day. */
type Hours = readonly [open: number, close: number];

/**
 * Diwali's Muhurat hour, equity and currency derivatives alike: the only session of its day, which is otherwise a
 * holiday. 8 November 2026 is announced without its hours; the evening hour is the usual one and is provisional.
 */
export const MUHURAT: Readonly<Record<string, Hours>> = {
  "2019-10-27": [1095, 1155],
  "2020-11-14": [1095, 1155],
  "2021-11-04": [1095, 1155],
  "2022-10-24": [1095, 1155],
  "2023-11-12": [1095, 1155],
  "2024-11-01": [1080, 1140],
  "2025-10-21": [825, 885], // 13:45-14:45, NSE circular of 22 September 2025
  "2026-11-08": [1080, 1140],
};

/**
 * Equity sessions on a weekend: budget days and the Saturday before 22 January 2024 in full; the two disaster-recovery
 * days traded 09:15-10:00 and 11:30-12:30 (the break is a hole). Currency derivatives were closed on all of them.
 */
export const EQUITY_WEEKEND_SESSIONS: Readonly<Record<string, Hours>> = {
  "2020-02-01": [555, 930],
  "2024-01-20": [555, 930],
  "2024-03-02": [555, 750],
  "2024-05-18": [555, 750],
  "2025-02-01": [555, 930],
  "2026-02-01": [555, 930], // NSE/FAOP/72352
};

/** Equity derivatives trade to 15:40 from this day (NSE/FAOP/74467 and BSE, 12 June 2026), to 15:30 before it. */
export const CLOSING_AUCTION_SINCE = "2026-08-03";
