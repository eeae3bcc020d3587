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
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { originOf } from "../../platform/http/client-facts.ts";
import { requireSameOriginFetch } from "../../platform/http/forgery.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { activateBrokerTrial, type BrokerTrialDeps } from "./broker-trial.ts";
import type { PaymentService } from "./service.ts";

export interface PaymentRoutes extends BrokerTrialDeps {
  readonly service: PaymentService;
  /** The id of the broker that the user is connected to now, where it counts for the broker trial. */
  readonly connectedBroker: (accountId: string) => Promise<string | undefined>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** undefined where nothing can be bought. */
  readonly providerName: string | undefined;
}

export const registerPayments =
  ({ service, publicUrl, providerName, connectedBroker, ...trial }: PaymentRoutes) =>
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

    bind(offer, async ({ user }) => {
      const trialBroker = user === undefined ? undefined : await connectedBroker(user.userId);
      return { data: { ...(await service.offer(user?.userId)), trialBroker: trialBroker ?? null } };
    });

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

    bind(brokerTrial, async ({ body: { broker }, user, http }) => {
      if ((await connectedBroker(user.userId)) !== broker) throw new AppError("forbidden", "Connect a broker first");
      await activateBrokerTrial(trial, { accountId: user.userId, broker, address: http.get("client").address });
      return {
        status: "success",
        message: "Trial Successfully Activated",
      } satisfies ResponseOf<typeof brokerTrial>;
    });
  };
