/** Where formulas are used, and formulas that are wrong, for the help page. */

interface Host {
  readonly name: string;
  readonly words: string;
}

export const HOSTS: readonly Host[] = [
  {
    name: "Columns of the option chain",
    words:
      "The cog of 'Option Chain (new)', 'Custom Column': a column of your own over the columns of the chain, for every strike and both sides. No sign stands alone before a field there: it is written 0 - OI Chg.",
  },
  {
    name: "Scans",
    words:
      "The scanner: a condition over every contract of an exchange. A contract passes where it holds; each part that is joined by 'and' is counted alone, too. A scan knows last values: lag and change are not there.",
  },
  {
    name: "Lines of charts",
    words:
      "'Formulas' beside the heading of a chart: a line of your own over the lines of the screen, minute by minute, with its place in the legend. Over days (HV-IV) lag counts days, and change counts from the first.",
  },
  {
    name: "Alerts",
    words:
      "'Alerts' beside the heading, 'Formula': a condition over the lines of the screen. It holds at any figure but 0, as in scans. It fires once, when it comes to hold; what holds already when it is armed fires after it has ceased to hold.",
  },
];

/** The page shows what the language says of each. */
export const WRONG: readonly string[] = [
  "( LTP - Open",
  "LTP - / Open",
  "LTP Open",
  "OIX + 1",
  "if(LTP > Open, 1)",
  "lag(LTP + 1, 5)",
];
