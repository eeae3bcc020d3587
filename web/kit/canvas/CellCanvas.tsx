import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";

/** What draws cells on the canvas. */
export interface CellPicture {
  /** The pointer is there, CSS pixels of the canvas. */
  point(x: number, y: number): void;
  leave(): void;
  /** Moves what is pointed at by cells. @returns what the cell says */
  step(rows: number, columns: number): string;
}

interface CellCanvasProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly picture: RefObject<CellPicture | undefined>;
  /** A click, or Enter. */
  readonly onChoose?: () => void;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A picture of cells: pointer and arrow keys go over them, Escape leaves, and what a cell says is read aloud. */
export function CellCanvas({ label, className, picture, onChoose }: CellCanvasProps): ReactNode {
  const [said, say] = useState("");

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (event.key === "Escape") picture.current?.leave();
    if (event.key === "Enter") onChoose?.();
    if (!step) return;
    event.preventDefault();
    say(picture.current?.step(...step) ?? "");
  }
  return (
    <>
      <canvas
        className={className}
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => picture.current?.leave()}
        onPointerMove={({ nativeEvent }) => picture.current?.point(nativeEvent.offsetX, nativeEvent.offsetY)}
        onPointerLeave={() => picture.current?.leave()}
        onClick={onChoose}
      />
      <output className="visually-hidden">{said}</output>
    </>
  );
}
