/**
 * The service worker of the installed app. It keeps the shell alone: the page and the build's hashed files, which never
 * change under their names. Figures, orders and settings are never kept, and never pass through it.
 */
const SHELL = "shell";
const PAGE = "/";
/** What a proxy says whose server is away, and a server that starts. */
const AWAY = [502, 503, 504];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(event));
  // Pages under the API's prefix have secrets in their addresses, and their answers are the server's own.
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(event));
});

/** On Android this worker shows the page's notifications, and so hears of the press. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(([page]) => page?.focus()));
});

/** From the cache where it is there. */
async function asset(event) {
  const { request } = event;
  const before = await kept(request);
  if (before) return before;
  const reply = await fetch(request);
  if (reply.ok) later(event, (shell, copy) => shell.put(request, copy), reply);
  return reply;
}

/** Nothing where the browser's storage fails: then the server has it. */
const kept = (request) =>
  caches
    .open(SHELL)
    .then((shell) => shell.match(request))
    .catch(() => undefined);

/** The page waits for no copy: storage that is full or slow costs that, and never the page. */
const later = (event, keep, reply) => {
  const copy = reply.clone();
  const work = caches.open(SHELL).then((shell) => keep(shell, copy));
  event.waitUntil(work.catch((error) => console.warn("shell:", error)));
};

/** The server's page; where the server cannot be had the one that was kept, which says that the feed is lost. */
async function page(event) {
  try {
    const reply = await fetch(event.request);
    if (reply.ok && !reply.redirected) later(event, keepPage, reply);
    return (AWAY.includes(reply.status) && (await kept(PAGE))) || reply;
  } catch (error) {
    const before = await kept(PAGE);
    if (before) return before;
    throw error;
  }
}

/** Keeps the app's page, whatever its address. Another release names other files: those of the one before go. */
async function keepPage(shell, reply) {
  const before = await (await shell.match(PAGE))?.text();
  const now = await reply.clone().text();
  if (before === now || !now.includes('<div id="root">')) return;
  for (const request of await shell.keys()) await shell.delete(request);
  await shell.put(PAGE, reply);
}
