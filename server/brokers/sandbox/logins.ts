/** Logins of the practice broker. They need its tables alone: any process that has users can let them in. */
import { createHash, randomBytes } from "node:crypto";
import type { WallClock } from "../../platform/clocks.ts";
import type { PracticeRepository } from "./repository.ts";

export interface PracticeLogins {
  /**
   * Who has logged in on the broker's page: the token that their browser takes back.
   * @param claimOf what the session is claimed with; the token itself, unless told.
   */
  requestToken(
    accountId: string,
    apiKey: string,
    claimOf?: (requestToken: string, clientId: string) => string,
  ): Promise<string>;
  /** A session for the token, once, where the app's key is the one that it was issued for. */
  exchange(requestToken: string, apiKey: string): Promise<SignedIn | undefined>;
  /** The same where the app names itself by a hash alone: the session is the key's that the token was issued for. */
  redeem(requestToken: string): Promise<SignedIn | undefined>;
  /** A session without a login page, for who has proved elsewhere who they are. */
  signIn(accountId: string, apiKey: string): Promise<SignedIn>;
  /** The user's id at the practice broker; undefined before the first login. */
  clientId(accountId: string): Promise<string | undefined>;
  /** Whose session it is. @param apiKey left out where the protocol does not send it. */
  accountOf(accessToken: string, apiKey?: string): Promise<string | undefined>;
  end(accessToken: string): Promise<void>;
}

export interface SignedIn {
  readonly clientId: string;
  readonly accessToken: string;
}

const REQUEST_TOKEN_MS = 10 * 60_000;
const ACCESS_TOKEN_MS = 24 * 3600_000;
/** What users type as their app's key is kept as a digest. */
const keyName = (apiKey: string): string => createHash("sha256").update(apiKey).digest("hex");

export function createPracticeLogins(repository: PracticeRepository, clock: Pick<WallClock, "now">): PracticeLogins {
  const now = (): Date => new Date(clock.now());

  /** @param apiKey its digest. */
  async function issue(
    accountId: string,
    kind: "request" | "access",
    apiKey: string,
    ms: number,
    claimOf = (secret: string): string => secret,
  ): Promise<string> {
    const secret = randomBytes(24).toString("base64url");
    const expiresAt = new Date(clock.now() + ms);
    await repository.keepToken(claimOf(secret), { accountId, kind, apiKey, expiresAt });
    return secret;
  }

  async function signedIn(accountId: string, apiKey: string): Promise<SignedIn> {
    const { clientId } = await repository.openAccount(accountId, now());
    return { clientId, accessToken: await issue(accountId, "access", apiKey, ACCESS_TOKEN_MS) };
  }

  return {
    async requestToken(accountId, apiKey, claimOf = (requestToken) => requestToken) {
      const { clientId } = await repository.openAccount(accountId, now());
      await repository.sweepTokens(now());
      const claim = (secret: string): string => claimOf(secret, clientId);
      return issue(accountId, "request", keyName(apiKey), REQUEST_TOKEN_MS, claim);
    },
    async exchange(requestToken, apiKey) {
      const spent = await repository.spendToken(requestToken, "request", now());
      return spent?.apiKey === keyName(apiKey) ? signedIn(spent.accountId, spent.apiKey) : undefined;
    },
    async redeem(requestToken) {
      const spent = await repository.spendToken(requestToken, "request", now());
      return spent && signedIn(spent.accountId, spent.apiKey);
    },
    signIn: (accountId, apiKey) => signedIn(accountId, keyName(apiKey)),
    clientId: async (accountId) => (await repository.account(accountId))?.clientId,
    async accountOf(accessToken, apiKey) {
      const token = await repository.token(accessToken, "access", now());
      return apiKey === undefined || token?.apiKey === keyName(apiKey) ? token?.accountId : undefined;
    },
    async end(accessToken) {
      await repository.spendToken(accessToken, "access", now());
    },
  };
}
