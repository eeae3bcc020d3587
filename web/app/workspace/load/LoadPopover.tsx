import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { LetterMark } from "../../../components/header/LetterMark.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import { placePopover } from "../../../components/overlays/popover-placement.ts";
import { afterPaint } from "../../../state/pane/after-paint.ts";
import type { PaneElement } from "../../../state/pane/pane.ts";
import type { Workspace } from "../layout/workspace.ts";
import styles from "./load.module.css";
import { type PaneLook, type PaneReading, readingsOf } from "./readings.ts";

const LOOK_MS = 500;
/** Looks that a reading is made of: five seconds. */
const LOOKS = 11;
/** Milliseconds that a figure may be late: more can be seen. */
const LATE_MS = 250;

/** A button, and what each pane of the workspace costs and how late it is, while that is open. */
export function LoadPopover({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const control = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen || !control.current || !box.current) return;
    const place = placePopover(
      control.current.getBoundingClientRect(),
      { width: box.current.offsetWidth, height: box.current.offsetHeight },
      { width: window.innerWidth, height: window.innerHeight },
      "end",
    );
    Object.assign(box.current.style, { left: `${place.left}px`, top: `${place.top}px` });
  }, [isOpen]);

  return (
    <>
      <span ref={control}>
        <IconButton label="What the panes cost" popoverTarget={id} aria-expanded={isOpen}>
          <Icon name="pulse" />
        </IconButton>
      </span>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="What the panes cost"
        className={styles["box"]}
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {isOpen ? <Readings workspace={workspace} /> : undefined}
      </div>
    </>
  );
}

function Readings({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const readings = useReadings();
  const all = readings.reduce((sum, { share }) => sum + share, 0);
  return (
    <>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">Pane</th>
            <th scope="col" title="Of a worker thread, for one set of figures">
              Cost
            </th>
            <th scope="col" title="Sets of figures a second">
              Rate
            </th>
            <th scope="col" title="Of one processor core">
              Core
            </th>
            <th scope="col" title="From a frame of the market to the screen, at worst in five seconds">
              Late
            </th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ pane, title, cost, rate, share, late }) => (
            <tr key={pane}>
              <th scope="row">
                <span className={styles["pane"]}>
                  <LetterMark letter={workspace.panes[pane]?.letter ?? "A"} />
                  {title}
                </span>
              </th>
              <td>{cost.toFixed(1)} ms</td>
              <td>{rate.toFixed(1)}/s</td>
              <td>{(share * 100).toFixed(2)} %</td>
              <td className={late > LATE_MS ? styles["late"] : undefined}>
                {Number.isNaN(late) ? "-" : `${Math.round(late)} ms`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles["note"]}>
        Together {(all * 100).toFixed(1)} % of a core. Above half of one, panes you do not work in tick less often.
      </p>
    </>
  );
}

/** Of the panes that can be seen, twice a second. */
function useReadings(): readonly PaneReading[] {
  const [looks, setLooks] = useState(() => [lookAtPanes()]);
  useEffect(() => {
    const look = (): void => setLooks((before) => [...before, lookAtPanes()].slice(-LOOKS));
    const timer = setInterval(() => afterPaint(look), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return readingsOf(looks);
}

function lookAtPanes(): readonly PaneLook[] {
  const at = performance.now();
  const frames = document.querySelectorAll<HTMLElement>(
    "[data-workspace]:not([data-aside]) > [data-place]:not([inert])",
  );
  return [...frames].flatMap((frame) => {
    const element = frame.querySelector<PaneElement>("[data-pane]");
    const pane = frame.dataset["place"];
    if (!element?.paneHandle || pane === undefined) return [];
    const { paintedAt } = element.paneHandle;
    const { sequence, cost, frameAt } = element.paneHandle.state();
    return [{ pane, title: element.ariaLabel ?? "", at, sequence, cost, frameAt, paintedAt }];
  });
}
