/** How prices and durations are written. */
const RUPEES = new Intl.NumberFormat("en-IN");

/** @param amount whole rupees */
export const rupeesText = (amount: number): string => `₹${RUPEES.format(amount)}`;

export const monthsText = (months: number): string => `${months} ${months === 1 ? "Month" : "Months"}`;
