/** The strategies module: the calls of the newer builder and the portfolio, and those of the older builder. */
import type { ResponseOf } from "#contract/wire/http/call.ts";
import {
  deleteBuilderStrategy,
  deleteStrategies,
  deleteStrategy,
  loadAllStrategies,
  loadBuilderStrategies,
  loadPortfolio,
  loadStrategy,
  saveBuilderStrategy,
  savePortfolio,
  saveStrategy,
  saveStrategyAs,
} from "#contract/wire/http/strategies.ts";
import { MAX_STRATEGIES } from "#contract/wire/sealed-purposes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { Sealing } from "../../platform/sealing.ts";
import { type BuilderRepository, createBuilderRepository } from "./builder-repository.ts";
import { createStrategyService, type StrategyService } from "./service.ts";
import { createStrategyRepository } from "./strategy-repository.ts";

export interface StrategiesDeps {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly clock: WallClock;
}

export interface Strategies {
  register(bind: Bind): void;
  /** Everything a user kept, opened. */
  export(accountId: string): Promise<unknown>;
}

export function createStrategies({ database, sealing, clock }: StrategiesDeps): Strategies {
  const service = createStrategyService({ repository: createStrategyRepository(database.orm), sealing, clock });
  const builder = createBuilderRepository(database.orm);
  return {
    register(bind) {
      registerSealed(bind, service);
      registerBuilder(bind, builder, clock);
    },
    async export(accountId) {
      const [strategies, olderBuilder] = await Promise.all([service.export(accountId), builder.list(accountId)]);
      return { strategies, olderBuilder };
    },
  };
}

function registerSealed(bind: Bind, service: StrategyService): void {
  bind(saveStrategy, async ({ user, body }) => {
    const saveDetails = await service.save(user.userId, body);
    return saved(saveDetails);
  });
  bind(saveStrategyAs, async ({ user, body }) => saved(await service.saveAs(user.userId, body.id, body)));
  bind(loadAllStrategies, async ({ user }) => ({ strategies: [...(await service.list(user.userId))] }));
  bind(loadStrategy, async ({ user, body }) => ({ strategy: await service.load(user.userId, body.id) }));
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
  bind(loadPortfolio, async ({ user, body }) => ({ strategies: await service.portfolio(user.userId, body.id) }));
  bind(savePortfolio, async ({ user, body }) => {
    const isSaved = [...(await service.savePortfolio(user.userId, body.encrypted))];
    return { status: "success", isSaved } satisfies ResponseOf<typeof savePortfolio>;
  });
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
