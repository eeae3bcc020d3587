/** Paths under the public base. Kept free of schemas, so that a browser bundle takes the paths without the validator. */
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
/** Day by day: what the futures of an expiry built up, and the volatility of every underlying. */
export const HIST_FUTURES_PATH = "dbtockendictionaries/HistFutures-{expiry}";
export const HVIV_PATH = "dbtockendictionaries/HVIV";
export const HISTORY_PATH = "history";
/** A formula over every contract of an exchange. */
export const SCAN_PATH = "scanner";
export const OPERATOR_STATUS_PATH = "operator/status";
/** The first segment names the payment provider, as the offer tells it. */
export const PAY_TRIAL_PATH = "{provider}/makepayment/trial/weekly";
export const PAY_PLAN_PATH = "{provider}/makepayment/subscribe/{planName}";
export const BROKER_TRIAL_PATH = "users/brokertrial";
export const OFFER_PATH = "payments/offer";
export const PAYMENT_PATH = "payments/{reference}";
/** The provider sends the browser back to the pricing page, with the payment's reference under this name. */
export const PAYMENT_QUERY = "payment";
/** What a provider tells of payments; no browser calls it. */
export const PAYMENT_WEBHOOK_PATH = "payments/webhook/{provider}";
export const PERMISSION_PATH = "users/permission";
export const USERS_PATH = "users";
export const USER_STATS_PATH = "users/stats";
export const REPORT_PATH = "report";
export const REPORTS_PATH = "reports";
export const BROKER_LOGOUT_PATH = "users/broker-logout";
/** The user's connection, as the server knows it. */
export const BROKER_SESSION_PATH = "users/broker";
/** GET on the same path is a page of the browser app: brokers' login pages lead back to it. */
export const BROKER_CONNECT_PATH = "broker/{broker}";
/** Begins to connect: what was typed goes to the server, and the browser on to the broker. */
export const BROKER_ATTEMPT_PATH = "broker/{broker}/attempt";
export const BROKER_TAB_PATH = "broker/{broker}/get_{tab}";
export const PLACE_ORDERS_PATH = "broker/{broker}/place_multi_order";
export const MODIFY_ORDER_PATH = "broker/{broker}/modify_order";
export const CANCEL_ORDER_PATH = "broker/{broker}/cancel_order";
export const EXIT_POSITION_PATH = "broker/{broker}/exit_position";
export const CONVERT_POSITION_PATH = "broker/{broker}/convert_position";
/** What became of a press of a button, by the key that it was sent with. */
export const SUBMISSION_PATH = "orders/submissions/{key}";
export const ORDER_GUARDS_PATH = "orders/guards";
/** The user's own kill switch, and the operator's for everybody. */
export const ORDER_STOP_PATH = "orders/stop";
export const ORDER_STOP_ALL_PATH = "orders/stop-all";
export const SETTINGS_SAVE_PATH = "settings/save";
export const SETTINGS_GET_PATH = "settings/get";
export const STRATEGIES_SAVE_PATH = "strategies/save";
export const STRATEGIES_SAVE_AS_PATH = "strategies/saveas";
export const STRATEGIES_LOAD_ALL_PATH = "strategies/loadall";
export const STRATEGIES_LOAD_PATH = "strategies/load";
export const STRATEGIES_DELETE_PATH = "strategies/delete";
export const STRATEGIES_DELETE_MULTIPLE_PATH = "strategies/delete-multiple";
export const STRATEGIES_PORTFOLIO_PATH = "strategies/portfolio";
export const STRATEGIES_SAVE_PORTFOLIO_PATH = "strategies/saveportfolio";
/** Of the older builder. */
export const BUILDER_SAVE_PATH = "users/savestrategies";
export const BUILDER_LOAD_PATH = "users/loadstrategies";
export const BUILDER_DELETE_PATH = "users/deletestrategies";

/** Fills {room}; a room's own slashes stay, the server accepts raw '/', '%2F' and ':'. */
export const roomPath = (path: string, room: string): string => path.replace("{room}", room);
