/** Paths of strategies. Apart from the others: the first screen needs none of them. */

export const STRATEGIES_SAVE_PATH = "strategies/save";
export const STRATEGIES_SAVE_AS_PATH = "strategies/saveas";
export const STRATEGIES_LOAD_ALL_PATH = "strategies/loadall";
export const STRATEGIES_LOAD_PATH = "strategies/load";
export const STRATEGIES_DELETE_PATH = "strategies/delete";
export const STRATEGIES_DELETE_MULTIPLE_PATH = "strategies/delete-multiple";
export const STRATEGIES_PORTFOLIO_PATH = "strategies/portfolio";
export const STRATEGIES_SAVE_PORTFOLIO_PATH = "strategies/saveportfolio";
/** Of the older builder. */
export const BUILDER_SAVE_PATH = "users/savestrategies";
export const BUILDER_LOAD_PATH = "users/loadstrategies";
export const BUILDER_DELETE_PATH = "users/deletestrategies";
export const BUILDER_RESEAL_PATH = "users/resealstrategy";
