/** The strategies module: the calls of the newer builder and the portfolio, and those of the older builder. */
import type { Context } from "hono";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import {
  deleteBuilderStrategy,
  deleteStrategies,
  deleteStrategy,
  loadAllStrategies,
  loadBuilderStrategies,
  loadPortfolio,
  loadStrategy,
  resealBuilderStrategy,
  saveBuilderStrategy,
  savePortfolio,
  saveStrategy,
  saveStrategyAs,
} from "#contract/wire/http/strategies.ts";
import { MAX_STRATEGIES } from "#contract/wire/sealed-purposes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { expectedRevisions, sendRevisions, writingRevision } from "../../platform/http/revisions.ts";
import type { PrivateHolder, PrivateKeys } from "../../platform/users/private-choice.ts";
import type { Sealing } from "../../platform/users/sealing.ts";
import { type BuilderRepository, createBuilderRepository } from "./builder-repository.ts";
import { olderHolder, strategyHolder } from "./privacy.ts";
import { createStrategyService, type Revised, type StrategyService } from "./service.ts";
import { createStrategyRepository } from "./strategy-repository.ts";

export interface StrategiesDeps {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly clock: WallClock;
  readonly keys: PrivateKeys;
}

export interface Strategies {
  register(bind: Bind): void;
  readonly holders: readonly PrivateHolder[];
  /** Everything a user kept, opened as far as the server can. */
  export(accountId: string): Promise<unknown>;
}

export function createStrategies({ database: { orm }, sealing, clock, keys }: StrategiesDeps): Strategies {
  const service = createStrategyService({ repository: createStrategyRepository(orm, keys), sealing, clock });
  const builder = createBuilderRepository(orm, keys);
  return {
    register(bind) {
      registerSealed(bind, service);
      registerBuilder(bind, builder, clock);
    },
    holders: [strategyHolder(sealing), olderHolder()],
    async export(accountId) {
      const [strategies, olderBuilder] = await Promise.all([service.export(accountId), builder.list(accountId)]);
      return { strategies, olderBuilder };
    },
  };
}

function registerSealed(bind: Bind, service: StrategyService): void {
  bind(saveStrategy, async ({ user, body, http }) => {
    const key = http.req.header("idempotency-key");
    return saved(tagged(http, await service.save(user.userId, { ...body, key })));
  });
  bind(saveStrategyAs, ({ user, body, http }) =>
    writingRevision(http, async () =>
      saved(tagged(http, await service.saveAs(user.userId, body.id, body, expectedRevisions(http)))),
    ),
  );
  bind(loadAllStrategies, async ({ user }) => ({ strategies: [...(await service.list(user.userId))] }));
  bind(loadStrategy, async ({ user, body, http }) => ({
    strategy: tagged(http, await service.load(user.userId, body.id)),
  }));
  bind(deleteStrategy, async ({ user, body }) => {
    if ((await service.remove(user.userId, [body.id])) === 0) {
      throw new AppError("not-found", "There is no such strategy");
    }
    return { status: "success" } satisfies ResponseOf<typeof deleteStrategy>;
  });
  bind(deleteStrategies, async ({ user, body }) => {
    const deleted = await service.remove(user.userId, body.ids);
    return { status: "success", deleted } satisfies ResponseOf<typeof deleteStrategies>;
  });
  bind(loadPortfolio, async ({ user, body, http }) => ({
    strategies: tagged(http, await service.portfolio(user.userId, body.id)),
  }));
  bind(savePortfolio, ({ user, body, http }) =>
    writingRevision(http, async () => {
      const saved = await service.savePortfolio(user.userId, body.encrypted, expectedRevisions(http));
      return { status: "success", isSaved: [...tagged(http, saved)] } satisfies ResponseOf<typeof savePortfolio>;
    }),
  );
}

/** Sends the revisions of a result. @returns the result */
function tagged<Result>(http: Context<HttpEnv>, { result, revisions }: Revised<Result>): Result {
  sendRevisions(http, revisions);
  return result;
}

const saved = (saveDetails: ResponseOf<typeof saveStrategy>["saveDetails"]) =>
  ({
    status: "success",
    saveDetails,
    message: "Strategy saved successfully",
  }) satisfies ResponseOf<typeof saveStrategy>;

function registerBuilder(bind: Bind, builder: BuilderRepository, clock: WallClock): void {
  bind(saveBuilderStrategy, async ({ user, body: { strategyObj } }) => {
    const outcome = await builder.insert(user.userId, strategyObj, new Date(clock.now()), MAX_STRATEGIES);
    if (outcome === "taken") throw new AppError("conflict", "There is a strategy of this name: choose another");
    if (outcome === "full") {
      throw new AppError("conflict", `${MAX_STRATEGIES} strategies are kept already: delete some first`);
    }
    return {
      status: "success",
      message: "Strategy saved successfully",
    } satisfies ResponseOf<typeof saveBuilderStrategy>;
  });
  bind(loadBuilderStrategies, async ({ user }) => ({ strategies: [...(await builder.list(user.userId))] }));
  bind(resealBuilderStrategy, async ({ user, body: { before, strategyObj } }) => {
    if (!(await builder.reseal(user.userId, before, strategyObj)))
      throw new AppError("not-found", "There is no such strategy any more");
    return { status: "success" } satisfies ResponseOf<typeof resealBuilderStrategy>;
  });
  bind(deleteBuilderStrategy, async ({ user, body }) => {
    if (!(await builder.remove(user.userId, body.name))) {
      throw new AppError("not-found", "There is no strategy of this name");
    }
    return {
      status: "success",
      message: "Strategy deleted",
    } satisfies ResponseOf<typeof deleteBuilderStrategy>;
  });
}
