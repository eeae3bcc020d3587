/**
 * A broker of the product's list as the practice broker stands in for it: its own login, and Kite's adapter for everything
 * behind it. Any user id, password and key will do; what cannot be right is refused, so that a refusal can be practised.
 */
import { type Broker, practiceAddress } from "#contract/domain/brokers.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { type Attempt, type AuthToken, BrokerError, type BrokerPort } from "../port.ts";
import type { KiteLogins } from "../sandbox/faces/kite/logins.ts";

export interface PracticePortDeps {
  readonly broker: Broker;
  /** Of the practice broker. */
  readonly kite: BrokerPort;
  readonly logins: KiteLogins;
  readonly clock: Pick<WallClock, "now">;
}

/** The app key of logins that have none of the user's own. */
export const PRACTICE_KEY = "practice";
const SESSION_MS = 20 * 3600_000;
const KEY = /^[\w-]{1,64}$/;
const SHA256 = /^[0-9a-f]{64}$/;

export function practicePort({ broker, kite, logins, clock }: PracticePortDeps): BrokerPort {
  const { id, login, token: form } = broker;
  const hasOwnKey = login.kind === "credentials";

  /** @throws BrokerError for a key that no broker would have given. */
  const keyOf = ({ credentials: [key] }: Attempt): string => {
    if (!hasOwnKey || key === undefined) return PRACTICE_KEY;
    if (!KEY.test(key)) throw new BrokerError("refused", "Invalid key: letters, digits, - and _, 64 at most");
    return key;
  };

  /** Who comes back from the login page, or who typed what is needed. @throws BrokerError */
  const accountOf = async (token: AuthToken, { accountId }: Attempt): Promise<string> => {
    const values = typeof token === "string" ? [token] : token;
    if (form.kind === "password") checkPassword(values);
    else if (form.kind === "keys") checkKeys(values, id);
    else if ((await logins.spend(values[0] ?? "")) !== accountId) throw new BrokerError("refused", "Invalid auth code");
    return accountId;
  };

  return {
    ...kite,
    facts: { ...kite.facts, id },

    async begin(attempt) {
      const key = keyOf(attempt);
      return practiceAddress(broker, key, new URL(attempt.redirect).origin);
    },

    async connect(token, attempt) {
      // Zerodha's own login goes through its adapter, as it would at Zerodha.
      if (id === kite.facts.id) return kite.connect(token, attempt);
      const accountId = await accountOf(token, attempt);
      const { clientId, accessToken } = await logins.signIn(accountId, PRACTICE_KEY);
      return {
        broker: id,
        client: PRACTICE_KEY,
        userId: clientId,
        name: "Practice account",
        endsAt: epochMs(clock.now() + SESSION_MS),
        secrets: { accessToken },
      };
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
