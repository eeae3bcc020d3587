/** Loaded before a server that is to live at another time: `Date` is ahead of this machine's by CLOCK_AHEAD_MS. */
const ahead = Number(process.env["CLOCK_AHEAD_MS"]);
const RealDate = globalThis.Date;

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + ahead);
    else super(...values);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
