/** What travels with a request through middleware and handlers. */
import type { HttpBindings } from "@hono/node-server";

export interface ClientFacts {
  /** The peer, or the client that the trusted proxy names. Limits count it by its network (`networkOf`). */
  readonly address: string;
  /** The browser reached us over TLS. */
  readonly secure: boolean;
  /** The Host header, lower case, with its port. */
  readonly host: string;
}

export interface HttpEnv {
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    requestId: string;
    client: ClientFacts;
    /** The route's pattern, for metrics; unset where none matched. */
    route: string | undefined;
    /** Of the account that asks, once its session is known. */
    userId: string | undefined;
  };
}
