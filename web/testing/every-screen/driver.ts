/** What the cases need of a browser, and no more: an engine that does this can run them. */

/** A control as a reader of the page knows it. */
export interface Target {
  readonly role: "button" | "link" | "menuitem" | "radio";
  readonly name: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One page of one browser. Whatever waits fails after a while, and says for what. */
export interface Driver {
  /** Opens a path of the product, as typed into the address bar. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page. It sees its argument and the page only; both ways pass JSON. */
  ask<Answer, Argument>(read: (argument: Argument) => Answer, argument: Argument): Promise<Awaited<Answer>>;
  /** Waits until the control can be clicked. */
  click(target: Target): Promise<void>;
  /** Chooses an option of the select of this name, by its value. */
  choose(name: string, value: string): Promise<void>;
  /** A key by its name: 'Tab', 'Escape', 'ArrowRight'. */
  press(key: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Another tab comes to the front: the page is hidden as it is for a user. */
  hide(): Promise<void>;
  show(): Promise<void>;
  /** Answers every call whose path contains one of the words with 404, from the page and from its workers. @returns the end of it */
  refuse(words: readonly string[]): Promise<() => Promise<void>>;
  /** What axe finds against the page. @param rules only these */
  faults(rules?: readonly string[]): Promise<readonly string[]>;
  /** What the page has complained about since it was asked last: uncaught errors, console errors other than refused calls. */
  complaints(): readonly string[];
  /** A picture of the page as it is, for the report of a failure. */
  picture(): Promise<Uint8Array>;
}
