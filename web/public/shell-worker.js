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
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  // Pages under the API's prefix have secrets in their addresses, and their answers are the server's own.
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(event));
});

/** On Android this worker shows the page's notifications, and so hears of the press. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(([page]) => page?.focus()));
});

/** From the cache where it is there. */
async function asset(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  // What cannot be kept (a full disk, one sound that plays twice at once) is shown all the same.
  if (reply.ok) await shell.put(request, reply.clone()).catch((error) => console.warn(request.url, error));
  return reply;
}

/** The server's page; where the server cannot be had the one that was kept, which says that the feed is lost. */
async function page(event) {
  const shell = await caches.open(SHELL);
  try {
    const reply = await fetch(event.request);
    if (reply.ok && !reply.redirected) event.waitUntil(keep(shell, reply.clone()));
    return (AWAY.includes(reply.status) && (await shell.match(PAGE))) || reply;
  } catch (error) {
    const kept = await shell.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Keeps the app's page, whatever its address. Another release names other files: those of the one before go. */
async function keep(shell, reply) {
  const before = await (await shell.match(PAGE))?.text();
  const now = await reply.clone().text();
  if (before === now || !now.includes('<div id="root">')) return;
  for (const request of await shell.keys()) await shell.delete(request);
  await shell.put(PAGE, reply);
}
