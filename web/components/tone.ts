/** A change with its colour: up where it rose, down where it fell; nothing where it is not known. */
export function toned(change: number, text: string): { readonly change?: string; readonly tone?: "up" | "down" } {
  if (!Number.isFinite(change)) return {};
  return change === 0 ? { change: text } : { change: text, tone: change > 0 ? "up" : "down" };
}
