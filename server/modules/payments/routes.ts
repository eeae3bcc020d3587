/** The payment calls: the provider's segment of the path has to be the one that takes payments here. */
import type { Context } from "hono";
import { planNamed, TRIAL } from "#contract/domain/account/plans.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import {
  brokerTrial,
  offer,
  type PurchaseName,
  payment,
  paymentWebhook,
  payPlan,
  payTrial,
} from "#contract/wire/http/payments.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { originOf } from "../../platform/http/client-facts.ts";
import { requireSameOriginFetch } from "../../platform/http/forgery.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { activateBrokerTrial } from "./broker-trial.ts";
import type { PaymentService } from "./service.ts";
import type { Trials } from "./trials.ts";

export interface PaymentRoutes {
  readonly database: Database;
  readonly clock: WallClock;
  readonly service: PaymentService;
  readonly trials: Trials;
  readonly isBrokerConnected: (accountId: string) => Promise<boolean>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** undefined where nothing can be bought. */
  readonly providerName: string | undefined;
}

export const registerPayments =
  ({ service, publicUrl, providerName, ...trial }: PaymentRoutes) =>
  (bind: Bind): void => {
    const begin = async (
      provider: string | undefined,
      name: PurchaseName,
      accountId: string,
      http: Context<HttpEnv>,
    ): Promise<ResponseOf<typeof payPlan>> => {
      requireSameOriginFetch(http);
      if (providerName !== undefined && provider !== providerName) throw new AppError("not-found");
      const { address } = http.get("client");
      const origin = originOf(http.get("client"), publicUrl);
      const begun = await service.begin({ accountId, name, origin, address });
      return { data: "url" in begun ? { response: begun.url } : begun };
    };

    bind(offer, async ({ user }) => ({ data: await service.offer(user?.userId) }));

    bind(payTrial, ({ params, user, http }) => begin(params["provider"], TRIAL.name, user.userId, http));

    bind(payPlan, ({ params, user, http }) => {
      const plan = planNamed(params["planName"] ?? "");
      if (plan === undefined) throw new AppError("not-found", "There is no such plan");
      return begin(params["provider"], plan.name, user.userId, http);
    });

    bind(payment, async ({ params, user }) => ({
      data: await service.standing(user.userId, params["reference"] ?? ""),
    }));

    bind(paymentWebhook, async ({ params, http }) => {
      if (params["provider"] !== providerName) throw new AppError("not-found");
      await service.webhook(await http.req.text(), http.req.raw.headers);
      return { status: "success" } satisfies ResponseOf<typeof paymentWebhook>;
    });

    bindBrokerTrial(bind, trial);
  };

type BrokerTrialDeps = Pick<PaymentRoutes, "database" | "clock" | "trials" | "isBrokerConnected">;

function bindBrokerTrial(bind: Bind, { database, clock, trials, isBrokerConnected }: BrokerTrialDeps): void {
  bind(brokerTrial, async ({ body, user, http }) => {
    const { address } = http.get("client");
    if (!(await isBrokerConnected(user.userId))) throw new AppError("forbidden", "Connect a broker first");
    await activateBrokerTrial(database, clock, trials, { accountId: user.userId, broker: body.broker, address });
    return {
      status: "success",
      message: "Trial Successfully Activated",
    } satisfies ResponseOf<typeof brokerTrial>;
  });
}
