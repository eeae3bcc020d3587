/** How prices and durations are written. */
import { counted } from "../../format/count-words.ts";

const RUPEES = new Intl.NumberFormat("en-IN");

/** @param amount whole rupees */
export const rupeesText = (amount: number): string => `₹${RUPEES.format(amount)}`;

export const monthsText = (months: number): string => counted(months, "Month");
