/**
 * A broker of the product's list as the practice broker stands in for it: the login page is ours, and all behind it is the
 * broker's own adapter and face. Any user id, password and key will do; what cannot be right is refused, so that a refusal can be
 * practised.
 */
import { type Broker, practiceAddress } from "#contract/domain/account/brokers.ts";
import { type Attempt, type AuthToken, BrokerError, type BrokerPort } from "../port.ts";
import type { PracticeLogins } from "../sandbox/logins.ts";

export interface PracticePortDeps {
  readonly broker: Broker;
  /** Its adapter over its face. */
  readonly port: BrokerPort;
  readonly logins: PracticeLogins;
}

/** The app key of logins that have none of the user's own. */
export const PRACTICE_KEY = "practice";
export const PRACTICE_APP = { key: PRACTICE_KEY, secret: "practice" };
const KEY = /^[\w-]{1,64}$/;
const SHA256 = /^[0-9a-f]{64}$/;

export function practicePort({ broker, port, logins }: PracticePortDeps): BrokerPort {
  const { id, login, token: form } = broker;
  const hasOwnKey = login.kind === "credentials";

  /** @throws BrokerError for a key that no broker would have given. */
  const keyOf = ({ credentials: [key] }: Attempt): string => {
    if (!hasOwnKey || key === undefined) return PRACTICE_KEY;
    if (!KEY.test(key)) throw new BrokerError("refused", "Invalid key: letters, digits, - and _, 64 at most");
    return key;
  };

  /**
   * What the broker's own protocol is given. Who types a password or a secret has no account of that name here: in the place of
   * the part that only they know goes a code that the practice broker has issued for them. @throws BrokerError
   */
  const issued = async (token: AuthToken, attempt: Attempt): Promise<AuthToken> => {
    const values = typeof token === "string" ? [token] : token;
    if (form.kind === "password") {
      checkPassword(values);
      const [user = "", , hash = ""] = values;
      return [user, await logins.requestToken(attempt.accountId, PRACTICE_KEY), hash];
    }
    if (form.kind !== "keys") return token;
    checkKeys(values, id);
    const [, key = ""] = values;
    return [await logins.requestToken(attempt.accountId, key), key, id];
  };

  return {
    ...port,
    begin: async (attempt) => practiceAddress(broker, keyOf(attempt), new URL(attempt.redirect).origin),
    async connect(token, attempt) {
      const session = await port.connect(await issued(token, attempt), attempt);
      if (session.userId === (await logins.clientId(attempt.accountId))) return session;
      await port.end(session);
      throw new BrokerError("refused", "Invalid auth code");
    },
  };
}

/** [user, OTP, SHA-256 of the password] */
function checkPassword([user = "", otp = "", hash = ""]: readonly string[]): void {
  if (user === "" || !SHA256.test(hash)) throw new BrokerError("refused", "Invalid user ID or password");
  if (!/^\d{6}$/.test(otp)) throw new BrokerError("refused", "Invalid OTP: it has six digits");
}

/** [secret key, app key, broker id] */
function checkKeys([secret = "", key = "", id = ""]: readonly string[], own: string): void {
  if (!KEY.test(key) || secret === "" || id !== own) throw new BrokerError("refused", "Invalid app key or secret key");
}
