/** The product's name, as titles and the shell say it. The page's own title and noscript text are in index.html. */
export const PRODUCT_NAME = "Strikeboard";

/** Base of the market-data calls, set when the app is built (VITE_DATA_BASE): a path of this origin; else the API's own. */
export const DATA_BASE: string | undefined = import.meta.env["VITE_DATA_BASE"] || undefined;

/** Where the product talks to its users, set when the app is built; until then addresses that lead nowhere. */
export const CHANNELS = [
  { label: "Channel", address: import.meta.env["VITE_CHANNEL_URL"] || "https://strikeboard.example/channel" },
  { label: "Group", address: import.meta.env["VITE_GROUP_URL"] || "https://strikeboard.example/group" },
] as const;

/** What a browser tab says: '{page heading} - {product name}'. */
export const pageTitle = (heading: string): string => `${heading} - ${PRODUCT_NAME}`;
