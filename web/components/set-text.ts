/** Changes the text node that is there: another one would be laid out again, and styled with all that depends on its parents. */
export function setText(element: Element | null, text: string): void {
  const node = element?.firstChild;
  if (node instanceof Text) {
    if (node.data !== text) node.data = text;
  } else if (text !== "") element?.append(text);
}
