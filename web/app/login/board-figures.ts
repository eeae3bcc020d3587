/**
 * The picture on the login page: NIFTY open interest by strike, as recorded on 18 Aug 2026 at 13:20, the day's own
 * expiry. In contracts of 65 units: only their proportions are drawn.
 */
export const RECORDED_AT = "13:20";
export const SPOT = "24,207.05";
/** The strike next to the spot; as many rows stand up to it as beyond it. */
export const AT_THE_MONEY = 24200;

/** [strike in rupees, calls, puts] */
export const BOARD: readonly (readonly [strike: number, calls: number, puts: number])[] = [
  [23500, 532, 109521],
  [23550, 34, 26305],
  [23600, 299, 54988],
  [23650, 194, 47927],
  [23700, 820, 82427],
  [23750, 779, 46151],
  [23800, 1311, 116764],
  [23850, 1052, 54168],
  [23900, 2503, 132549],
  [23950, 2599, 105922],
  [24000, 25883, 265649],
  [24050, 16455, 181656],
  [24100, 98263, 345448],
  [24150, 181683, 479943],
  [24200, 673823, 603054],
  [24250, 800055, 206523],
  [24300, 667819, 135188],
  [24350, 309482, 42467],
  [24400, 307410, 39546],
  [24450, 163334, 18534],
  [24500, 271640, 26201],
  [24550, 137874, 4087],
  [24600, 222639, 16383],
  [24650, 98546, 2492],
  [24700, 235135, 7569],
  [24750, 132222, 1729],
  [24800, 160176, 4165],
  [24850, 58806, 608],
  [24900, 116350, 1959],
  [24950, 71214, 507],
];
