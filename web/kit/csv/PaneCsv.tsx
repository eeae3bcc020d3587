import type { ReactNode } from "react";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { saveFile } from "../../components/save-file.ts";
import type { PaneElement } from "../../state/pane/pane.ts";
import { csvFiles } from "./csv-files.ts";

/** Saves the tables and charts of the pane in which it stands. */
export function PaneCsv(): ReactNode {
  return (
    <IconButton
      label="Save as CSV"
      onClick={(event) => {
        const pane = event.currentTarget.closest<PaneElement>("[data-pane]");
        if (pane) savePaneCsv(pane);
      }}
    >
      <Icon name="download" />
    </IconButton>
  );
}

/** Each table of the pane, and its charts, as a file of its own. */
export function savePaneCsv(pane: PaneElement): void {
  for (const file of csvFiles(pane)) save(file);
}

function save({ name, text }: { readonly name: string; readonly text: string }): void {
  // The mark tells spreadsheets that the text is UTF-8.
  saveFile(name, new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
}
