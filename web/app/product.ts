/** The product's name, as titles and the shell say it. The page's own title and noscript text are in index.html. */
export const PRODUCT_NAME = "Strikeboard";

/** What a browser tab says: '{page heading} - {product name}'. */
export const pageTitle = (heading: string): string => `${heading} - ${PRODUCT_NAME}`;
