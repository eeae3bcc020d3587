/** The frame of the few pages that the server makes itself: no scripts, light or dark as the reader's system is. */

/** The board's own ink and panels (`web/styles/tokens.css`), in the few rules that these pages need. */
const STYLE = `
:root { color-scheme: light dark; --bg: #e9ecf0; --panel: #fff; --line: #bfc7d1; --ink: #12161c; --ink-2: #434d5a; --accent: #1b5fcc; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0c0e11; --panel: #12151a; --line: #38414e; --ink: #e7eaef; --ink-2: #aab3c0; --accent: #6aa5ff; }
}
body { background: var(--bg); color: var(--ink); font: 14px/1.5 "Segoe UI", Roboto, system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem; }
main { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 1.25rem; }
h1 { font-size: 20px; margin: 0; } h2 { font-size: 15px; margin: 0; }
a { color: var(--accent); }
article { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; }
.note { color: var(--ink-2); margin: .25rem 0; }
button { background: transparent; border: 1px solid var(--line); border-radius: 4px; color: inherit; cursor: pointer; font: inherit; padding: .3rem 1rem; }
button:hover { border-color: var(--accent); }`;

/** @param body HTML; whatever comes from outside must be escaped already. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - Strikeboard</title>
<style>${STYLE}</style>
<main>${body}</main>
`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for attributes in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
