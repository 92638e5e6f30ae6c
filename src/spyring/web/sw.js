// Keeps the shell for days without a network. Nothing of a game is ever kept: secrets stay at the table.
const SHELF = "spyring-shell";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
  event.respondWith(freshOrKept(request));
});

async function freshOrKept(request) {
  const shelf = await caches.open(SHELF);
  const key = request.mode === "navigate" ? "/" : request;
  try {
    const answer = await fetch(request);
    if (answer.ok) await shelf.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shelf.match(key);
    if (kept) return kept;
    throw error;
  }
}
