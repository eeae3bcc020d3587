/** A file as a header and lines of cells, whether it is a CSV file or a list in JSON. */

export interface CsvLine {
  /** 1 is the header. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly path: string;
  /** The file's name without folders, as reports show it. */
  readonly name: string;
  /** On disk. */
  readonly bytes: number;
  readonly isGzip: boolean;
  readonly isJson: boolean;
}
