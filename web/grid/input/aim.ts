/** How long after its last move the pointer counts as resting: who aims at a row presses before that. */
const REST_MS = 2000;

/** Tells when the pointer aims at a row: while it moves over the rows, and a moment longer. */
export class Aim {
  readonly #tell: (isAiming: boolean) => void;
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (isAiming: boolean) => void) {
    this.#tell = tell;
  }

  moved(): void {
    this.#until = performance.now() + REST_MS;
    if (this.#timer !== undefined) return;
    this.#tell(true);
    this.#wait(REST_MS);
  }

  left(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell(false);
  }

  /** One timer a stretch of moves, not one a move. */
  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#until - performance.now();
      if (left > 0) this.#wait(left);
      else this.left();
    }, ms);
  }
}
