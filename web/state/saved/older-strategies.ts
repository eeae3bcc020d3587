/** The older builder's strategies with the account, unsealed as it sends them. @throws as `load` */
import type {
  BuilderStrategy,
  deleteBuilderStrategy,
  loadBuilderStrategies,
  saveBuilderStrategy,
} from "#contract/wire/http/strategies.ts";
import { BUILDER_DELETE_PATH, BUILDER_LOAD_PATH, BUILDER_SAVE_PATH } from "#contract/wire/http/strategy-path.ts";
import { load } from "../api.ts";

/** Newest first. */
export const listOlder = async (): Promise<readonly BuilderStrategy[]> =>
  (await load<typeof loadBuilderStrategies>("get", BUILDER_LOAD_PATH)).strategies;

/** @returns the server's words */
export const saveOlder = async (strategyObj: BuilderStrategy): Promise<string> =>
  (await load<typeof saveBuilderStrategy>("post", BUILDER_SAVE_PATH, { strategyObj })).message;

export const deleteOlder = async (name: string): Promise<void> => {
  await load<typeof deleteBuilderStrategy>("patch", BUILDER_DELETE_PATH, { name });
};
