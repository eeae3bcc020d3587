import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { nextFocus } from "../controls/roving-focus.ts";
import { isPlainClick } from "../plain-click.ts";
import styles from "./menu.module.css";
import { placePopover } from "./popover-placement.ts";

export type MenuItem = {
  readonly id: string;
  readonly label: string;
  /** A link keeps its address, so that it opens in a new tab, too. */
  readonly href?: string;
  /** Opens outside: a new tab without opener. */
  readonly external?: boolean;
  /** With `href`, called on a plain click in place of the navigation. */
  readonly onSelect?: () => void;
  readonly isCurrent?: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
};

type MenuProps = {
  /** Accessible name; also that of the button, unless its content is text. */
  readonly label: string;
  /** Content of the button. */
  readonly button: ReactNode;
  readonly buttonClassName?: string;
  /** The button's accessible name, where its content is an icon. */
  readonly buttonLabel?: string;
  readonly items: readonly MenuItem[];
  /** Words over the items, such as whose account it is. */
  readonly heading?: ReactNode;
  readonly align?: "start" | "end";
  /** Two columns of items from this many on. */
  readonly columnsFrom?: number;
};

/**
 * A button and its menu in the browser's top layer (popover): Esc and a click outside close it, focus goes back. Placed
 * by script, not by CSS anchors, which not every browser of our users knows.
 */
export function Menu(props: MenuProps): ReactNode {
  const { label, button, buttonClassName, buttonLabel, items, heading, align = "start", columnsFrom = 13 } = props;
  const id = useId();
  const control = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  function focusItem(index: number): void {
    menuItems(list)[index]?.focus();
  }

  function onMenuKey(event: KeyboardEvent): void {
    const elements = menuItems(list);
    const focused = document.activeElement;
    const current = focused instanceof HTMLElement ? elements.indexOf(focused) : -1;
    const next = nextFocus(event.key, current, elements.length, "column", (index) => items[index]?.disabled === true);
    if (event.key === "Tab") list.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    focusItem(next);
  }

  function onButtonKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    list.current?.showPopover();
    focusItem(event.key === "ArrowDown" ? 0 : items.length - 1);
  }

  function onToggle(isNowOpen: boolean): void {
    setIsOpen(isNowOpen);
    if (!isNowOpen || control.current === null || list.current === null) return;
    const place = placePopover(
      control.current.getBoundingClientRect(),
      { width: list.current.offsetWidth, height: list.current.offsetHeight },
      { width: window.innerWidth, height: window.innerHeight },
      align,
    );
    list.current.style.left = `${place.left}px`;
    list.current.style.top = `${place.top}px`;
    if (document.activeElement === control.current) focusItem(items.findIndex((item) => item.disabled !== true));
  }

  return (
    <>
      <button
        ref={control}
        type="button"
        className={classNames(styles["button"], buttonClassName)}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={buttonLabel}
        title={buttonLabel}
        onKeyDown={onButtonKey}
      >
        {button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classNames(styles["menu"], items.length >= columnsFrom && styles["wide"])}
        onToggle={(event) => onToggle(event.newState === "open")}
        onKeyDown={onMenuKey}
      >
        {heading === undefined ? undefined : <div className={styles["heading"]}>{heading}</div>}
        {items.map((item) => (
          <Item key={item.id} item={item} close={() => list.current?.hidePopover()} />
        ))}
      </div>
    </>
  );
}

function Item({ item, close }: { readonly item: MenuItem; readonly close: () => void }): ReactNode {
  const className = styles["item"];
  const current = item.isCurrent === true ? "page" : undefined;
  if (item.href === undefined || item.disabled === true) {
    return (
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={className}
        aria-current={current}
        disabled={item.disabled ?? false}
        title={item.title}
        onClick={() => {
          close();
          item.onSelect?.();
        }}
      >
        {item.label}
      </button>
    );
  }
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      className={className}
      href={item.href}
      title={item.title}
      aria-current={current}
      {...(item.external === true ? { target: "_blank", rel: "noopener noreferrer" } : {})}
      onClick={(event) => {
        close();
        if (item.onSelect === undefined || !isPlainClick(event)) return;
        event.preventDefault();
        item.onSelect();
      }}
    >
      {item.label}
    </a>
  );
}

function menuItems(list: RefObject<HTMLDivElement | null>): readonly HTMLElement[] {
  return [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
