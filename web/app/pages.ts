/**
 * The shell's own pages: path, view, and who may open it. A visitor who may not is sent elsewhere (paths.ts). Loaded
 * with the router: nothing of the first page may import it, but for the login.
 */
import type { Visitor } from "../state/session.ts";
import { loginPage } from "./first-page.ts";
import { type LazyView, lazyView } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import {
  ACCOUNT,
  ALERT_SETTINGS,
  BROKER,
  BROKER_LOGIN,
  BROKER_RETURN,
  ENTRANCE,
  LOGIN,
  PRICING,
  REGISTER,
  REPORT,
  RESET_PASSWORD,
  STATUS,
  USER_LIST,
} from "./paths.ts";

export interface PageRoute {
  /** In the router's language: '$name' is one step of the path, '{$}' whatever follows. */
  readonly path: `/${string}`;
  readonly page: Page;
  readonly visitors: readonly Visitor[];
  /** Where the others are sent, if not where they are from every page that is not for them. */
  readonly elsewhere?: string;
}

const OUT: readonly Visitor[] = ["out"];
const LOGGED_IN: readonly Visitor[] = ["unsubscribed", "subscribed"];
const SUBSCRIBED: readonly Visitor[] = ["subscribed"];
const EVERYBODY: readonly Visitor[] = ["out", "unsubscribed", "subscribed"];
/** Who is logged in without a subscription has a few pages of his own, and not each that a stranger has. */
const NOT_UNSUBSCRIBED: readonly Visitor[] = ["out", "subscribed"];

const status: Page = { view: lazyView(() => import("./status/StatusPage.tsx"), "StatusPage") };

/** A page in the shell: its heading, and how its view is loaded. */
const inShell = (route: `/${string}`, title: string, view: LazyView): Page => ({
  screen: { id: route, title, route, access: "user" },
  view,
});

const reset: Page = { view: lazyView(() => import("./reset/ResetPage.tsx"), "ResetPage") };
const pricing = inShell(
  PRICING,
  "Choose Your Plan",
  lazyView(() => import("./pricing/PricingPage.tsx"), "PricingPage"),
);
const account = inShell(
  ACCOUNT,
  "Account Details",
  lazyView(() => import("./account/AccountPage.tsx"), "AccountPage"),
);
const report = inShell(
  REPORT,
  "Bug Report",
  lazyView(() => import("./report/ReportPage.tsx"), "ReportPage"),
);
const alertSettings = inShell(
  ALERT_SETTINGS,
  "Alert Settings",
  lazyView(() => import("./alert-settings/AlertSettingsPage.tsx"), "AlertSettingsPage"),
);
const userList = inShell(
  USER_LIST,
  "Users",
  lazyView(() => import("./admin/UserListPage.tsx"), "UserListPage"),
);
const brokers = inShell(
  BROKER_LOGIN,
  "Broker Login",
  lazyView(() => import("./brokers/BrokersPage.tsx"), "BrokersPage"),
);
const brokerCredentials = inShell(
  `${BROKER_LOGIN}/$broker`,
  "Broker Login",
  lazyView(() => import("./brokers/BrokerCredentialsPage.tsx"), "BrokerCredentialsPage"),
);
const brokerLanding = inShell(
  `${BROKER}/$broker`,
  "Broker",
  lazyView(() => import("./brokers/BrokerLandingPage.tsx"), "BrokerLandingPage"),
);
const brokerReturn = inShell(
  `${BROKER_RETURN}/$broker`,
  "Broker",
  lazyView(() => import("./brokers/BrokerReturnPage.tsx"), "BrokerReturnPage"),
);

export const pages: readonly PageRoute[] = [
  { path: LOGIN, page: loginPage, visitors: OUT, elsewhere: ENTRANCE },
  { path: `${REGISTER}/$id`, page: loginPage, visitors: OUT },
  { path: `${REGISTER}{$}`, page: loginPage, visitors: OUT },
  { path: `${RESET_PASSWORD}/$token`, page: reset, visitors: NOT_UNSUBSCRIBED },
  { path: `${RESET_PASSWORD}{$}`, page: reset, visitors: OUT },
  { path: PRICING, page: pricing, visitors: EVERYBODY },
  { path: `${PRICING}{$}`, page: pricing, visitors: OUT },
  { path: ACCOUNT, page: account, visitors: LOGGED_IN },
  { path: STATUS, page: status, visitors: LOGGED_IN },
  { path: REPORT, page: report, visitors: LOGGED_IN },
  { path: ALERT_SETTINGS, page: alertSettings, visitors: SUBSCRIBED },
  // An administrator needs no subscription; the page sends other users without one to the prices.
  { path: USER_LIST, page: userList, visitors: LOGGED_IN },
  { path: `${BROKER}{$}`, page: brokers, visitors: OUT },
  { path: BROKER_LOGIN, page: brokers, visitors: EVERYBODY },
  { path: `${BROKER_LOGIN}/$broker`, page: brokerCredentials, visitors: EVERYBODY },
  { path: `${BROKER_RETURN}/$broker`, page: brokerReturn, visitors: EVERYBODY },
  { path: `${BROKER}/$broker`, page: brokerLanding, visitors: NOT_UNSUBSCRIBED },
];
