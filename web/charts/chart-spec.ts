import type { Role } from "../styles/roles.ts";
import type { ChartDay } from "./day-row.ts";

/** Reads a number for people: axis labels, tags, tooltips. NaN never reaches it. */
export type NumberFormat = (value: number) => string;

export type ScaleKey = "y" | "y2";

export type LineSeries = {
  readonly kind: "line";
  readonly id: string;
  readonly label: string;
  readonly colour: Role;
  /** Default `y`. */
  readonly scale?: ScaleKey;
  /** CSS pixels; 1.5 by default (1 in a chart of more than twelve lines), 1 for context such as spot, 1.2 for an EMA. */
  readonly width?: number;
  /** Dash pattern in CSS pixels, such as [5, 3]. */
  readonly dash?: readonly number[];
  readonly format: NumberFormat;
  /** What it counts in, where it may stand on no axis of its own; default its axis's. */
  readonly unit?: string;
  /** The last value in the right gutter. The main series is solid, the others are outlined. */
  readonly tag?: "solid" | "outline";
  /** The figure on the tag, where it is shorter than in the tooltip; default `format`. */
  readonly tagFormat?: NumberFormat;
  /** Word before the tag's value, such as CE. */
  readonly tagPrefix?: string;
  /** A hollow dot at each point, with these lines of text under it (none: the dot alone). */
  readonly dotText?: (index: number) => readonly string[];
};

export type BarSeries = {
  readonly kind: "bar";
  readonly id: string;
  readonly label: string;
  readonly colour: Role;
  /** Place within the group at each strike, counted from 0 at the left; bars of one slot overlay each other. */
  readonly slot: number;
  /** Stroke without fill: a level over the solid bar of the same slot. */
  readonly outlined?: boolean;
  /** A bar below zero is a side, no fall: it is painted as full as one above, and its highest is the farthest from zero. */
  readonly isSide?: boolean;
  /** Colour of text about this series where `colour` is a fill; default `colour`. */
  readonly textColour?: Role;
  readonly format: NumberFormat;
  /** Default none. */
  readonly labels?: "none" | "highest" | "every";
  /** Text of a bar's label; default `format(value)`. Split in two lines at ' ( ' where the bar is narrow. */
  readonly labelText?: (value: number, index: number, column: ArrayLike<number>) => string;
};

export type SeriesSpec = LineSeries | BarSeries;

export type MinuteAxis = {
  readonly kind: "minute";
  /** Whole session in minutes of the IST day; absent: fits the data. */
  readonly session?: readonly [number, number];
  /** False leaves out the tick labels: the chart below carries the shared axis. */
  readonly labels?: boolean;
};

/** Trading days, evenly spaced: a weekend or a holiday takes no room. `ChartData.x` holds day numbers (`dayNumber`). */
export type DateAxis = {
  readonly kind: "date";
  readonly labels?: boolean;
};

export type StrikeAxis = {
  readonly kind: "strike";
  readonly format: NumberFormat;
  /** Degrees (0, 30, 45, 90) by number of strikes; absent: flat, thinned until the labels fit. */
  readonly rotation?: (strikes: number) => number;
  readonly labels?: boolean;
};

/** Figures on a scale: prices, or days to an expiry. Neighbouring points are joined, however far apart. */
export type NumberAxis = {
  readonly kind: "number";
  /** What the figures are, such as 'Strike'. */
  readonly name: string;
  /** `decimals`: what the tick step needs; absent for a figure that is no tick. */
  readonly format: (value: number, decimals?: number) => string;
  /** Where a figure stands on the scale, ascending; default the figure itself. */
  readonly place?: (value: number) => number;
  /** Figures that have a tick, of those on the scale; default four to six round ones. */
  readonly ticks?: (from: number, to: number) => readonly number[];
  readonly labels?: boolean;
};

/** Has four to six ticks at round values. */
export type ValueAxis = {
  /** `decimals`: what the tick step needs, such as 1 for 2.5; a format that shows fewer would lie. */
  readonly format: (value: number, decimals: number) => string;
  /** Range always includes zero (bars do so anyway). */
  readonly zero?: boolean;
  /** First axis only: how many values it names, where the range allows. Default four to six. */
  readonly ticks?: number;
  /** Second axis only: draw its labels at the right, but for those that a tag covers. Default false: tags tell its values. */
  readonly labels?: boolean;
  /** The axis title, written above it: what it counts in or what stands on it, such as 'ratio', 'lakh' or 'Spot'. */
  readonly unit?: string;
};

/** What one tooltip shows; values are right-aligned in columns. */
export type TooltipContent = {
  readonly title: string;
  readonly note?: string;
  /** Headings of the value columns, where there is more than one. */
  readonly head?: readonly string[];
  readonly rows: readonly TooltipRow[];
};

export type TooltipRow = { readonly label: string; readonly colour?: Role; readonly values: readonly string[] };

/** Everything about a chart that data does not change. Keep one object per chart: a new object builds a new chart. */
export type ChartSpec = {
  readonly x: MinuteAxis | DateAxis | StrikeAxis | NumberAxis;
  readonly y: ValueAxis;
  readonly y2?: ValueAxis;
  readonly series: readonly SeriesSpec[];
  /** What a long gap of its lines lacks: 'No data 12:15 to 12:30' unless told. */
  readonly lacks?: string | undefined;
  /** Filled under the lines, the first undermost: between two lines of the first axis where both have a value. */
  readonly bands?: readonly Band[];
  /** Width of the left gutter, CSS pixels; give stacked charts one width so that their plots align. */
  readonly gutter?: number;
  /**
   * Right gutter for tags, of 88 px or of so many; default where a line has one. True aligns a chart without tags to its
   * neighbour.
   */
  readonly tagGutter?: boolean | number;
  /** Absent: x as title, `ChartData.note` beside it, one row a visible series. */
  readonly tooltip?: (index: number, data: ChartData) => TooltipContent;
};

export type Band = { readonly between: readonly [string, string]; readonly colour: Role };

/** A vertical line with an inverted label on the axis. */
export type VerticalMark = {
  /** Minute of the IST day, day number or strike; a value between two strikes stands between them. */
  readonly at: number;
  /** Axis label; default the axis' own text for `at`. Empty: the line alone. */
  readonly label?: string;
  /** Its label stands outlined in this colour at the top of the plot, off the axis. Default ink. */
  readonly colour?: Role;
  /** Default: dashed. */
  readonly isSolid?: boolean;
};

/** A point that stands out, with its words beside it: a break-even, the P&L at the spot. */
export type Callout = {
  readonly at: number;
  readonly value: number;
  readonly label: string;
  /** Its words stand at its left; else at its right. */
  readonly isLeft?: boolean;
};

/**
 * Words in the plot beside a point of it, outlined in the panel's colour. They are left out where they would cover others or
 * leave the plot.
 */
export type PlotLabel = {
  readonly at: number;
  readonly value: number;
  /** Default `y`. */
  readonly scale?: ScaleKey;
  /** None: the mark alone. */
  readonly lines: readonly string[];
  /** A hollow dot at the point, or a short line beyond it, beside which the words stand. */
  readonly mark?: "dot" | "tick";
  /** Where the words stand, seen from the point; a tick's go to the other side where they have no room. */
  readonly side: "left" | "right";
  readonly height: "above" | "below";
  /** Default `ink-2`. */
  readonly colour?: Role;
};

/** Bars at the plot's foot, by x: context that has no axis of its own. The tallest takes a quarter of the height. */
export type Feet = {
  readonly x: ArrayLike<number>;
  readonly columns: readonly {
    readonly colour: Role;
    /** Of its words: `colour` is a fill. */
    readonly textColour: Role;
    readonly values: ArrayLike<number>;
  }[];
  /** Words over the bars that are taller than half, where they cover no others: the tallest first. */
  readonly text?: (value: number, x: number) => string;
};

/** A horizontal dotted line at a fixed value, with an outlined tag. Outside the range only the tag stands, at the edge. */
export type Level = {
  /** Default `y`. */
  readonly scale?: ScaleKey;
  readonly value: number;
  /** The tag's text, such as 'prev day 0.67'. */
  readonly label: string;
  /** Default `ink-3`. */
  readonly colour?: Role;
};

export type ChartData = {
  /** Ascending minutes of the IST day, day numbers or strikes. */
  readonly x: ArrayLike<number>;
  /** One column a series, in the order of the spec, each as long as `x`; NaN is absent. */
  readonly columns: readonly ArrayLike<number>[];
  /** Minutes between two points of the source; default 1. Lines join points up to 1.5 cadences apart. */
  readonly cadence?: number;
  /** Index of the point that the plot begins at; default the first that a line shown has. Charts of a stack share it. */
  readonly first?: number;
  /** The chart shows these days in a row: `day-row.ts` says where their minutes stand. */
  readonly days?: readonly ChartDay[];
  readonly marks?: readonly VerticalMark[];
  readonly levels?: readonly Level[];
  /** Both need the painter `paintCallouts`. */
  readonly callouts?: readonly Callout[];
  readonly feet?: Feet;
  /** Need the painter `paintLabels`. */
  readonly labels?: readonly PlotLabel[];
  /** Said in the tooltip's heading, such as the date. */
  readonly note?: string;
  /** Said after it, of one x alone; '' for nothing. */
  readonly noteAt?: (index: number) => string;
};

/** Where a chart gets its data: read at each frame that draws; `subscribe` says when there is something to draw. */
export type ChartSource = {
  readonly read: () => ChartData | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

/** One series at one x. */
export type ChartReading = {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
};

/** Imperative face of a chart, and the hook of browser tests: the property `chartHandle` of the chart's root element. */
export type ChartHandle = {
  /** What `data` is of; a picture that is no chart of lines or bars has none. */
  readonly spec?: ChartSpec;
  readonly data: () => ChartData | undefined;
  readonly visibility: () => Readonly<Record<string, boolean>>;
  readonly setVisible: (id: string, visible: boolean) => void;
  /** Moves the crosshair to an x (undefined: takes it away) and reads the visible series there. */
  readonly cursor: (x: number | undefined) => readonly ChartReading[];
  /** Texts drawn on the canvas at the last paint. */
  readonly drawn: () => ChartTexts;
  /** Called when the newest picture is on its canvas, where another thread may draw it. @param at milliseconds, monotonic */
  onShown?: (at: number) => void;
};

export type ChartTexts = {
  readonly ticks: readonly string[];
  readonly tickRotation: number;
  readonly valueTicks: readonly string[];
  readonly barLabels: readonly string[];
  readonly tags: readonly string[];
  readonly marks: readonly number[];
  readonly holes: readonly (readonly [number, number])[];
};
