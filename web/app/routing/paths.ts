/** Paths that more than one place names. */
export const LOGIN = "/login";
export const REGISTER = "/register";
export const RESET_PASSWORD = "/api/v1/users/resetPassword";
export const LOGOUT = "/logout";
export const PRICING = "/pricing";
export const ACCOUNT = "/account";
export const REPORT = "/report";
export const ALERT_SETTINGS = "/alert-settings";
export const FORMULA_HELP = "/help/formulas";
export const BROKER_LOGIN = "/broker-login";
/** A broker's landing page, by its id. */
export const BROKER = "/broker";
/** Where a broker's login leads back to, by its id. */
export const BROKER_RETURN = "/api/v1/broker";
export const BROKER_DASHBOARD = "/broker-dashboard";
export const USER_LIST = "/restricted-to-admin";
/** For administrators; the server decides who is one. */
export const STATUS = "/status";
/** The board, one click from everywhere. */
export const HOME = "/option-chain-new";
/** Where a login leads, and every path that is none. */
export const ENTRANCE = BROKER_LOGIN;
