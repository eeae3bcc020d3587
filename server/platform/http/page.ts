/** The frame of the few pages that the server makes itself: no scripts, the reader's own colours. */

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin: 0; }
article { border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 1rem 0; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; }
.note { color: color-mix(in srgb, currentcolor 70%, transparent); margin: .25rem 0; }
button { font: inherit; padding: .4rem 1rem; }`;

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
