/** Times of brokers' books, whichever way they are written: 'YYYY-MM-DD HH:MM:SS', IST. */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Of '09-Mar-2023 09:34:38'. */
export const DAY_MONTH_YEAR = /^\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}:\d{2}$/;

/** '09-Mar-2023 09:34:38' to '2023-03-09 09:34:38'; what begins with its year stays. */
export function stampOf(stamp: string): string {
  if (!DAY_MONTH_YEAR.test(stamp)) return stamp;
  const [day = "", month = "", rest = ""] = stamp.split("-");
  return `${rest.slice(0, 4)}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day}${rest.slice(4)}`;
}
