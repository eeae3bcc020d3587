/** The two limits as they stand: the user's, within what the spot allows now. Pure. */
import {
  defaultLimits,
  type LimitFrame,
  limitBounds,
  type StrikeLimits,
} from "#contract/domain/strategy/analyzer-limits.ts";

export function limitsOf(frame: LimitFrame, chosen: StrikeLimits | undefined): StrikeLimits {
  if (!chosen) return defaultLimits(frame);
  const { from, to } = limitBounds(frame);
  const inside = (strike: number): number => Math.min(Math.max(strike, from), to);
  return { from: inside(chosen.from), to: inside(chosen.to) };
}
