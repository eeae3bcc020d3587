/** The simulated exchange's past behind the face that the history knows. */
import type { OpenPast } from "../../../market/made-past.ts";
import { simulatedCloses } from "./simulated-closes.ts";
import { simulatedDay, simulatedUnderlyings } from "./simulated-history.ts";

export const openSimulatedPast: OpenPast = ({ seed, symbols }) => ({
  underlyings: (date) => simulatedUnderlyings(date, symbols),
  day: (date) => simulatedDay(seed, date, symbols),
  closes: (upTo) => simulatedCloses(seed, upTo, symbols),
});
