import { type FramePane, frameQueue } from "../frame/frame-queue.ts";
import { throughOutages } from "../frame/outage.ts";
import { readTheme, swapSides } from "../styles/theme.ts";
import { hasToFollow } from "./follow.ts";
import type { GridElements, GridHandle } from "./grid-handle.ts";
import type { FollowedRow, GridSource } from "./grid-model.ts";
import type { GridOptions } from "./grid-options.ts";
import { bandRowOf, type GridState, newGridState, rowTopCss } from "./grid-state.ts";
import type { Interaction } from "./input/interaction.ts";
import { watchPage } from "./input/watch-page.ts";
import { contentHeight, type GridLayout, hasTotals, layOut, totalsColumns } from "./layout.ts";
import { makeHandle } from "./make-handle.ts";
import { GridCanvas } from "./paint/grid-canvas.ts";
import type { GridView } from "./paint/grid-view.ts";
import { openSurface } from "./thread/start-paint-thread.ts";

/**
 * Joins the painter to the page: data, frames, scrolling, size. React renders the elements once and hands over options;
 * a tick reaches the canvas without React.
 */
export class GridController {
  readonly handle: GridHandle;
  readonly #elements: GridElements;
  readonly #state: GridState = newGridState();
  readonly #rows: GridCanvas;
  /** Made when there are totals first. */
  #totals: GridCanvas | undefined;
  /** The columns as the totals have them; undefined where no column has a total. */
  #totalsLayout: GridLayout | undefined;
  /** What the source named last as the row to follow. */
  #followed: FollowedRow | undefined;
  /** Rows that the height was last said to have room for. */
  #fitting = 0;
  /** Asked for a paint while a frame was under way. */
  #isLate = false;
  /** Said while the canvases are hidden, as they show rows that stand no more: whether what stands in their place is painted. */
  #isRepainted: boolean | undefined;
  /** Undefined until the first figures are on the canvas. */
  #interaction: Interaction | undefined;
  #isInteracting = false;
  readonly #pane: FramePane;
  readonly #abort = new AbortController();
  readonly #repaint: () => void;
  #options: GridOptions;
  #unsubscribe: () => void;
  #theme = readTheme();
  #pendingScroll: { readonly row: number; readonly rowsAbove: number } | undefined;
  #fontsKnown = false;
  #calm = false;
  #wake: ReturnType<typeof setTimeout> | undefined;

  constructor(elements: GridElements, options: GridOptions) {
    const { signal } = this.#abort;
    this.#elements = elements;
    this.#options = options;
    this.#repaint = () => this.#pane.request();
    this.#rows = new GridCanvas(elements.canvas, openSurface, this.#repaint);
    this.#pane = frameQueue().join(
      elements.root,
      (now) => this.#paint(now),
      () => this.#rows.isRemote,
    );
    this.#unsubscribe = options.source.subscribe(this.#repaint);
    elements.scroll.addEventListener("scroll", () => this.#readScroll(), { passive: true, signal });
    this.handle = makeHandle({
      state: this.#state,
      canvas: this.#rows,
      scrollToRow: (row, rowsAbove) => this.#scrollTo({ row, rowsAbove }),
      moveFocus: (to) => this.#interaction?.moveFocus(to),
      repaint: this.#repaint,
      csv: () => this.#options.csv?.(),
      reports: () => this.#interaction?.reports,
    });
    elements.root.gridHandle = this.handle;
    this.#rows.onShown = (at) => {
      this.handle.onShown?.(this.#rows.shownVersion, at);
      if (this.#rows.shownVersion >= 0) this.#interact();
      this.#reveal();
      this.#catchUp();
    };
    watchPage(
      elements.scroll,
      {
        onSize: () => this.#place(),
        onTheme: (theme) => {
          this.#theme = theme;
          this.#repaint();
        },
        onFonts: () => {
          this.#fontsKnown = true;
          this.#rows.reset();
          this.#totals?.reset();
          this.#repaint();
        },
        onCalm: (calm) => {
          this.#calm = calm;
        },
      },
      signal,
    );
    // By keys it is scrolled itself, until it has cells that take the focus.
    elements.scroll.tabIndex = 0;
    elements.grid.setAttribute("aria-busy", "true"); // until it has rows
    // This happens at once, not at the first observation, so that the header is in the first frame.
    this.#place();
  }

  /** Takes new options; only what differs costs something. */
  update(options: GridOptions): void {
    const old = this.#options;
    this.#options = options;
    if (old.source !== options.source) {
      this.#unsubscribe();
      this.#unsubscribe = options.source.subscribe(this.#repaint);
    }
    this.#interaction?.actions(options.actions);
    if (old.columns !== options.columns || old.rowHeight !== options.rowHeight) this.#place();
    this.#repaint();
  }

  dispose(): void {
    this.#abort.abort();
    this.#unsubscribe();
    this.#pane.dispose();
    this.#rows.dispose();
    this.#totals?.dispose();
    clearTimeout(this.#wake);
    delete this.#elements.root.gridHandle;
  }

  /** Lays the columns out again and sizes the canvases, after a change of size, zoom or columns. */
  #place(): void {
    const { scroll, grid } = this.#elements;
    const state = this.#state;
    const scale = devicePixelRatio;
    const layout = layOut(this.#options.columns, scroll.clientWidth, scale, this.#options.rowHeight);
    const old = state.layout;
    const structure = old?.source !== layout.source;
    const sameRows = old?.rowHeight === layout.rowHeight && state.height === Math.floor(scroll.clientHeight * scale);
    if (!structure && sameRows && old?.scale === scale && old.paneWidth === layout.paneWidth) return;
    state.layout = layout;
    state.height = Math.floor(scroll.clientHeight * scale);
    this.#rows.resize(layout.paneWidth, state.height, scale);
    this.#totalsLayout = hasTotals(this.#options.columns)
      ? layOut(totalsColumns(this.#options.columns), scroll.clientWidth, scale, this.#options.rowHeight)
      : undefined;
    this.#totals?.resize(layout.paneWidth, layout.rowHeight, scale);
    if (structure) {
      state.focus = { row: state.focus.row, column: Math.min(state.focus.column, layout.columns.length - 1) };
      grid.setAttribute("aria-colcount", String(layout.columns.length));
      this.#interaction?.columns(layout.columns);
    }
    this.#sizeContent(layout);
    if (structure || old?.paneWidth !== layout.paneWidth) this.#centreSpine(layout);
    this.#readScroll();
    this.#options.onLayout(layout);
    this.#tellFit(layout);
  }

  /** A pane without height is hidden: it shows as many rows as before. */
  #tellFit({ rowHeight, bandHeight }: GridLayout): void {
    const rows = Math.floor((this.#state.height - bandHeight) / rowHeight);
    if (rows <= 0 || rows === this.#fitting) return;
    this.#fitting = rows;
    this.#options.onFit?.(rows);
  }

  /** Where the columns do not all fit, the raised ones stand in the middle, with as much of either side as there is room. */
  #centreSpine({ columns, paneWidth, scale }: GridLayout): void {
    const spine = columns.filter(({ surface }) => surface === "raised");
    const [first] = spine;
    const last = spine.at(-1);
    if (first === undefined || last === undefined) return;
    this.#elements.scroll.scrollLeft = ((first.left + last.right) / 2 - paneWidth / 2) / scale;
  }

  #sizeContent(layout: GridLayout): void {
    const { spacer, grid } = this.#elements;
    const rows = this.#state.source?.rows ?? 0;
    const height = `${contentHeight(layout, rows, bandRowOf(this.#state)) / layout.scale}px`;
    // Between two tables the old one's height stays: without it the place that is scrolled to would be lost.
    if (rows > 0 && spacer.style.height !== height) spacer.style.height = height;
    const width = layout.contentWidth > layout.paneWidth ? `${layout.contentWidth / layout.scale}px` : "100%";
    if (spacer.style.width !== width) spacer.style.width = width;
    // The header row counts.
    grid.setAttribute("aria-rowcount", String(rows + 1));
  }

  #readScroll(): void {
    const { scroll, root } = this.#elements;
    const state = this.#state;
    const scale = state.layout?.scale ?? 1;
    const scrollX = Math.round(scroll.scrollLeft * scale);
    // Headers follow sideways.
    if (scrollX !== state.scrollX) root.style.setProperty("--grid-x", `${-scrollX / scale}px`);
    state.scrollX = scrollX;
    state.scrollY = Math.round(scroll.scrollTop * scale);
    this.#repaint();
  }

  #scrollTo(to: { readonly row: number; readonly rowsAbove: number }): void {
    const { layout, source } = this.#state;
    // A longer table has its height when it is painted, which waits while a frame is on its way to the worker.
    if (layout === undefined || source === undefined || source.rows !== this.#options.source.read()?.rows) {
      this.#pendingScroll = to;
      return;
    }
    this.#pendingScroll = undefined;
    this.#elements.scroll.scrollTop = rowTopCss(this.#state, Math.max(0, to.row - to.rowsAbove));
    this.#readScroll();
  }

  #paint(now: number): void {
    const state = this.#state;
    const { layout } = state;
    if (layout === undefined || !this.#fontsKnown) return;
    const source = this.#options.source.read();
    const old = state.source;
    const isBusy = this.#isBusy();
    this.#isLate = isBusy;
    // Rows of another symbol than the header names go at once, and no frame that is under way brings them back.
    if (isBusy && (source !== undefined || old === undefined)) return;
    state.source = source;
    const areOthers = source?.rows !== old?.rows || source?.band?.beforeRow !== old?.band?.beforeRow;
    if (areOthers) this.#sizeContent(layout);
    if (this.#pendingScroll !== undefined && source !== undefined) this.#scrollTo(this.#pendingScroll);
    this.#follow(source);
    this.#interaction?.follow(layout);
    if (isBusy) {
      this.#isRepainted = false;
      this.#elements.root.toggleAttribute("data-outdated", true);
    } else this.#draw(layout, now);
    // The figures are on their way to the render worker.
    if (areOthers) this.#interaction?.rowsChanged();
    this.#interaction?.refreshTexts();
  }

  #draw(layout: GridLayout, now: number): void {
    const view = this.#view(layout);
    const wakeAt = this.#rows.paint(view, now);
    if (this.#totalsLayout !== undefined) {
      this.#totals ??= this.#openTotals(layout);
      this.#totals.paint(this.#totalsView(view, this.#totalsLayout), now);
    }
    if (this.#isRepainted !== undefined) {
      this.#isRepainted = true;
      this.#reveal();
    }
    clearTimeout(this.#wake);
    if (wakeAt < Number.POSITIVE_INFINITY) this.#wake = setTimeout(this.#repaint, Math.max(0, wakeAt - now));
  }

  /** A frame is on its way to a canvas. */
  #isBusy(): boolean {
    return !this.#rows.isFree || this.#totals?.isFree === false;
  }

  #reveal(): void {
    if (!this.#isRepainted || this.#isBusy()) return;
    this.#isRepainted = undefined;
    this.#elements.root.toggleAttribute("data-outdated", false);
  }

  #follow(source: GridSource | undefined): void {
    const { follow } = this.#options;
    const followed = source?.followed;
    if (follow !== undefined && hasToFollow(follow, this.#followed, followed, this.handle.visibleRows()))
      this.#scrollTo({ row: followed.row, rowsAbove: follow.rowsAbove });
    if (followed !== undefined) this.#followed = followed;
  }

  #openTotals({ paneWidth, rowHeight, scale }: GridLayout): GridCanvas {
    const totals = new GridCanvas(this.#elements.totals, openSurface, this.#repaint);
    totals.onShown = () => {
      this.#reveal();
      this.#catchUp();
    };
    totals.resize(paneWidth, rowHeight, scale);
    return totals;
  }

  #interact(): void {
    if (this.#isInteracting) return;
    this.#isInteracting = true;
    const { signal } = this.#abort;
    throughOutages(() => import("./input/interaction.ts")).then(
      ({ Interaction }) => {
        if (signal.aborted) return;
        const host = {
          elements: this.#elements,
          state: this.#state,
          canvas: this.#rows,
          options: () => this.#options,
          repaint: this.#repaint,
          scrolled: () => this.#readScroll(),
        };
        this.#interaction = new Interaction(host, signal);
        this.#elements.scroll.removeAttribute("tabindex");
        this.#elements.grid.removeAttribute("aria-busy");
        this.#elements.root.dataset["interactive"] = "";
      },
      (why: unknown) => console.warn("grid:", why),
    );
  }

  /** A frame is on its canvas: what changed meanwhile goes into the next. */
  #catchUp(): void {
    if (!this.#isLate) return;
    this.#isLate = false;
    this.#repaint();
  }

  #view(layout: GridLayout): GridView {
    const options = this.#options;
    const state = this.#state;
    return {
      source: state.source,
      layout,
      theme: options.sidesSwapped ? swapSides(this.#theme) : this.#theme,
      height: state.height,
      scrollX: state.scrollX,
      scrollY: state.scrollY,
      hoverRow: state.hoverRow,
      focusRow: state.focus.row,
      focusColumn: state.focus.column,
      selectedFrom: state.selectedFrom,
      selectedTo: state.selectedTo,
      ring: state.ring,
      flashing: options.flashing && !this.#calm,
      top: options.top,
      placeholderRows: options.placeholderRows,
      totals: false,
    };
  }

  #totalsView(view: GridView, layout: GridLayout): GridView {
    return {
      ...view,
      layout,
      source: view.source?.totals,
      placeholderRows: 0,
      height: view.layout.rowHeight,
      scrollY: 0,
      hoverRow: -1,
      selectedFrom: -1,
      selectedTo: -1,
      ring: false,
      flashing: false,
      totals: true,
    };
  }
}
