import type { Face } from "./paint-protocol.ts";

/** The faces that the page's own style sheets declare: the worker loads the same files, from the browser's cache. */
export function pageFaces(sheets: Iterable<CSSStyleSheet>): Face[] {
  const faces: Face[] = [];
  for (const sheet of sheets) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const read = (name: string): string => rule.style.getPropertyValue(name);
      faces.push({
        family: read("font-family").replaceAll(/["']/g, ""),
        source: absolute(read("src"), sheet.href ?? document.baseURI),
        weight: read("font-weight"),
        unicodeRange: read("unicode-range"),
      });
    }
  }
  return faces;
}

/** A sheet of another origin comes from an extension, not from the page, and cannot be read. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

/** A sheet names its files from where it stands itself. */
const absolute = (source: string, base: string): string =>
  source.replaceAll(/url\(["']?([^"')]+)["']?\)/g, (_, address: string) => `url("${new URL(address, base).href}")`);
