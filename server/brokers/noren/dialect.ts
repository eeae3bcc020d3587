/** What tells one broker that speaks Noren from another. */
import type { ProfileId } from "../profiles.ts";

export interface Dialect {
  readonly id: Extract<ProfileId, "shoonya" | "flattrade">;
  /** To be shown. */
  readonly name: string;
  /** Before every call. */
  readonly path: string;
  /** Lists of derivatives, under where lists are. */
  readonly lists: readonly string[];
  readonly areZipped: boolean;
  /** How a user is let in: by the code of the broker's page, for a token of the app's or of Noren's own. */
  readonly token: "app" | "noren";
  /** The login page of users' own apps, where the row of the broker names another way in. */
  readonly page?: string;
}

export const SHOONYA: Dialect = {
  id: "shoonya",
  name: "Shoonya",
  path: "/NorenWClientAPI",
  lists: ["NFO", "BFO", "CDS"].map((segment) => `/${segment}_symbols.txt.zip`),
  areZipped: true,
  token: "noren",
  page: "https://trade.shoonya.com/OAuthlogin/investor-entry-level/login?api_key={key}",
};

export const FLATTRADE: Dialect = {
  id: "flattrade",
  name: "Flattrade",
  path: "/PiConnectAPI",
  lists: [
    "Nfo_Index_Derivatives",
    "Nfo_Equity_Derivatives",
    "Bfo_Index_Derivatives",
    "Bfo_Equity_Derivatives",
    "Currency_Derivatives",
  ].map((file) => `/scripmaster/${file}.csv`),
  areZipped: false,
  token: "app",
};
