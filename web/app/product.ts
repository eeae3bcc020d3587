/** The product's name, as titles and the shell say it. The page's own title and noscript text are in index.html. */
export const PRODUCT_NAME = "Strikeboard";

/** Base of the market-data calls, set when the app is built (VITE_DATA_BASE): a path of this origin; else the API's own. */
export const DATA_BASE: string | undefined = import.meta.env["VITE_DATA_BASE"] || undefined;

/** What a browser tab says: '{page heading} - {product name}'. */
export const pageTitle = (heading: string): string => `${heading} - ${PRODUCT_NAME}`;
