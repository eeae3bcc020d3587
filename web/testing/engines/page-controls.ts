/** Controls as a reader of the page knows them, for engines whose driver finds none by name. The functions run in the page. */
import type { Target } from "../every-screen/driver.ts";

/** Pixels of the window. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where to click, once a click there would reach the control; else why not yet. */
export function placeOf({ role, name }: Target): Place | string {
  const selectors = {
    button: "button:not([role]), [role=button]",
    link: "a[href]:not([role]), [role=link]",
    menuitem: "[role=menuitem]",
    radio: "input[type=radio]:not([role]), [role=radio]",
  };
  const words = (element: Element | null | undefined): string =>
    (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: HTMLElement): string => {
    const by = element.getAttribute("aria-labelledby");
    if (by !== null)
      return by
        .split(" ")
        .map((id) => words(document.getElementById(id)))
        .join(" ");
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    return element instanceof HTMLInputElement ? words(element.labels?.[0]) : words(element);
  };
  const all = [...document.querySelectorAll<HTMLElement>(selectors[role])];
  const found = all.filter((one) => one.checkVisibility() && nameOf(one) === name);
  const [control] = found;
  if (control === undefined) return `no ${role} '${name}'`;
  if (found.length > 1) return `${found.length} of ${role} '${name}'`;
  if (control.matches(":disabled")) return `${role} '${name}' is disabled`;
  // A radio button is often drawn by its label.
  const target = control instanceof HTMLInputElement ? (control.labels?.[0] ?? control) : control;
  target.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = target.getBoundingClientRect();
  const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  if (hit === null || !(target.contains(hit) || hit.contains(target))) return `${role} '${name}' is covered`;
  return { x, y };
}

/** Chooses an option as a user does, by its value. @returns why not yet; '' once it is chosen */
export function choose({ name, value }: { readonly name: string; readonly value: string }): string {
  const selects = [...document.querySelectorAll("select")].filter(
    (one) => one.checkVisibility() && (one.ariaLabel ?? one.labels[0]?.textContent?.trim()) === name,
  );
  const [select] = selects;
  if (select === undefined || selects.length > 1) return `${selects.length} selects '${name}'`;
  if (select.disabled) return `the select '${name}' is disabled`;
  if (![...select.options].some((option) => option.value === value)) return `'${name}' has no '${value}'`;
  select.value = value;
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
  return "";
}
