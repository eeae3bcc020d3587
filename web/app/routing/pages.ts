/** The shell's own pages by path. Loaded with the router: nothing of the first page may import it. */
import type { PagePath } from "./access.ts";
import { loginPage } from "./first-page.ts";
import { type LazyView, lazyView } from "./lazy-view.ts";
import type { Page } from "./page.ts";
import {
  ACCOUNT,
  ALERT_SETTINGS,
  BROKER,
  BROKER_DASHBOARD,
  BROKER_LOGIN,
  BROKER_RETURN,
  FORMULA_HELP,
  LOGIN,
  PRICING,
  REGISTER,
  REPORT,
  RESET_PASSWORD,
  STATUS,
  USER_LIST,
} from "./paths.ts";

const status: Page = { view: lazyView(() => import("../status/StatusPage.tsx"), "StatusPage") };

/** A page in the shell: its heading, and how its view is loaded. */
const inShell = (route: `/${string}`, title: string, view: LazyView): Page => ({
  screen: { id: route, title, route, access: "user" },
  view,
});

const reset: Page = { view: lazyView(() => import("../reset/ResetPage.tsx"), "ResetPage") };
const pricing = inShell(
  PRICING,
  "Choose Your Plan",
  lazyView(() => import("../pricing/PricingPage.tsx"), "PricingPage"),
);
const account = inShell(
  ACCOUNT,
  "Account Details",
  lazyView(() => import("../account/AccountPage.tsx"), "AccountPage"),
);
const report = inShell(
  REPORT,
  "Bug Report",
  lazyView(() => import("../report/ReportPage.tsx"), "ReportPage"),
);
const alertSettings = inShell(
  ALERT_SETTINGS,
  "Alert Settings",
  lazyView(() => import("../alert-settings/AlertSettingsPage.tsx"), "AlertSettingsPage"),
);
const formulaHelp = inShell(
  FORMULA_HELP,
  "Formulas",
  lazyView(() => import("../help/FormulaHelpPage.tsx"), "FormulaHelpPage"),
);
const userList = inShell(
  USER_LIST,
  "Users",
  lazyView(() => import("../admin/UserListPage.tsx"), "UserListPage"),
);
const dashboard = inShell(
  BROKER_DASHBOARD,
  "Broker Dashboard",
  lazyView(() => import("../dashboard/DashboardPage.tsx"), "DashboardPage"),
);
const brokers = inShell(
  BROKER_LOGIN,
  "Broker Login",
  lazyView(() => import("../brokers/BrokersPage.tsx"), "BrokersPage"),
);
const brokerCredentials = inShell(
  `${BROKER_LOGIN}/$broker`,
  "Broker Login",
  lazyView(() => import("../brokers/BrokerCredentialsPage.tsx"), "BrokerCredentialsPage"),
);
const brokerLanding = inShell(
  `${BROKER}/$broker`,
  "Broker",
  lazyView(() => import("../brokers/BrokerLandingPage.tsx"), "BrokerLandingPage"),
);
const brokerReturn = inShell(
  `${BROKER_RETURN}/$broker`,
  "Broker",
  lazyView(() => import("../brokers/BrokerReturnPage.tsx"), "BrokerReturnPage"),
);

/** Who may open which: access.ts. */
export const pages: Readonly<Record<PagePath, Page>> = {
  [LOGIN]: loginPage,
  [`${REGISTER}/$id`]: loginPage,
  [`${REGISTER}{$}`]: loginPage,
  [`${RESET_PASSWORD}/$token`]: reset,
  [`${RESET_PASSWORD}{$}`]: reset,
  [PRICING]: pricing,
  [`${PRICING}{$}`]: pricing,
  [ACCOUNT]: account,
  [STATUS]: status,
  [REPORT]: report,
  [ALERT_SETTINGS]: alertSettings,
  [FORMULA_HELP]: formulaHelp,
  [USER_LIST]: userList,
  [`${BROKER}{$}`]: brokers,
  [BROKER_LOGIN]: brokers,
  [BROKER_DASHBOARD]: dashboard,
  [`${BROKER_LOGIN}/$broker`]: brokerCredentials,
  [`${BROKER_RETURN}/$broker`]: brokerReturn,
  [`${BROKER_RETURN}/{$}`]: brokerReturn,
  [`${BROKER}/$broker`]: brokerLanding,
};
