/** Paths under the public base. Kept free of schemas, so that a browser bundle takes the paths without the validator. */
import type { DayKey } from "../../domain/clock.ts";
import type { IsoDate } from "../../domain/units.ts";

export const API_BASE = "/api/v1/";
/** What our own client asks the market-data calls for: the archive's own bytes instead of JSON. */
export const COLUMNS_MEDIA_TYPE = "application/vnd.strikeboard.columns";
export const FINGERPRINT_HEADER = "X-Device-Fingerprint";

/** Joins a base and a path with exactly one slash, however each is written. */
export const joinPath = (base: string, path: string): string =>
  `${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;

/** The base of the market-data calls: a configured path or address, else that of the API. @param origin 'https://host' */
export const dataBase = (origin: string, configured: string = API_BASE): string =>
  /^https?:\/\//.test(configured) ? configured : joinPath(origin, configured);

/** The market-data base of a past day: '{base}history/{MM:DD:YYYY}/'. */
export const historyBase = (base: string, date: IsoDate): string =>
  joinPath(base, `history/${date.slice(5, 7)}:${date.slice(8, 10)}:${date.slice(0, 4)}/`);

/** Which source's day is meant, where two hold one date; without it, the real one before the simulated. */
export const SOURCE_PARAM = "source";

/** A market-data call of one source's past day, below the base. */
export const pastPath = (path: string, { source, date }: DayKey): string =>
  `${joinPath(historyBase("", date), path).slice(1)}?${SOURCE_PARAM}=${source}`;

export const LOGIN_PATH = "users/login";
export const LOGOUT_PATH = "users/logout";
export const SIGNUP_PATH = "users/signup";
export const FORGOT_PASSWORD_PATH = "users/forgotPassword";
/** GET on the same path is a page of the browser app: e-mails link to it. */
export const RESET_PASSWORD_PATH = "users/resetPassword/{token}";
export const ACCOUNT_PATH = "users/account";
export const UPGRADE_PATH = "users/upgradetolive";
export const REFERRALS_PATH = "users/referrals";
export const EXPORT_PATH = "users/export";
export const IS_PREMIUM_PATH = "users/isPremium";
export const INIT_PATH = "dbtockendictionaries/init";
export const TOKENS_PATH = "dbtockendictionaries/{room}";
export const OPEN_INTEREST_PATH = "dbOI/{room}";
/** The future of every underlying of one exchange and expiry. */
export const FUTURES_TOKENS_PATH = "dbtockendictionaries/Futures-{exchange}-{expiry}";
export const FUTURES_OPEN_INTEREST_PATH = "dbOI/Futures-{exchange}-{expiry}";
/** Day by day: what the futures of an expiry built up, what they traded at, and the volatility of every underlying. */
export const HIST_FUTURES_PATH = "dbtockendictionaries/HistFutures-{expiry}";
export const FUTURES_DAILY_PATH = "dbtockendictionaries/FuturesDaily-{expiry}";
export const HVIV_PATH = "dbtockendictionaries/HVIV";
export const HISTORY_PATH = "history";
/** A formula over every contract of an exchange. */
export const SCAN_PATH = "scanner";
export const OPERATOR_STATUS_PATH = "operator/status";
export const PERMISSION_PATH = "users/permission";
export const USERS_PATH = "users";
export const USER_STATS_PATH = "users/stats";
export const REPORT_PATH = "report";
export const REPORTS_PATH = "reports";
export const SETTINGS_SAVE_PATH = "settings/save";
export const SETTINGS_GET_PATH = "settings/get";

/** Fills {room}; a room's own slashes stay, the server accepts raw '/', '%2F' and ':'. */
export const roomPath = (path: string, room: string): string => path.replace("{room}", room);
