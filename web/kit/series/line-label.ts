/** @returns the label of a line, after its chart's heading where several of the labels are the same ('Calls: Price') */
export function lineLabel(label: string, heading: string, labels: readonly string[]): string {
  return heading !== "" && labels.indexOf(label) !== labels.lastIndexOf(label) ? `${heading}: ${label}` : label;
}
