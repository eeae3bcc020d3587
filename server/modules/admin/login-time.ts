/** When somebody last logged in, as the list of users shows it and its view of today's logins reads it. */

const IST = new Intl.DateTimeFormat("en-US", {
  timeZone: "Asia/Kolkata",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});

/** 'M/D/YYYY, h:mm:ss AM' in IST, whatever the machine's zone; '' for never. */
export function loginTime(at: Date | null): string {
  // Some versions of the time-zone data put a narrow no-break space before AM.
  return at === null ? "" : IST.format(at).replace("\u202f", " ");
}
