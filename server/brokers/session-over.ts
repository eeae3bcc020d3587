/**
 * How a browser learns that a connection is over and has to be made again: one of the specification's two texts, whatever the
 * broker says.
 */
export const TOKEN_EXPIRED = "Your token has expired. Please generate a token";
