// Keeps the shell for days without a network. Nothing of a game is ever kept: secrets stay at the table.
const SHELF = "spyring-shell";
const TRIES = 3;
const PATIENCE = 8000; // ms
const OFFER = "/api/about"; // the same for everybody, and the front door needs it

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(stock());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((one) => one.url === event.notification.data);
      return there ? there.focus() : self.clients.openWindow(event.notification.data);
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const shell =
    address.origin === location.origin &&
    (!address.pathname.startsWith("/api/") || address.pathname === OFFER);
  if (request.method === "GET" && shell) event.respondWith(freshOrKept(request));
});

/** What the first visit has loaded before there was a worker: all that the page names, and the words of the front door. */
async function stock() {
  const shelf = await caches.open(SHELF);
  const page = await reach("/");
  const named = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  const known = new Set(named);
  await shelf.put("/", page);
  const offer = await reach(OFFER);
  await shelf.put(OFFER, offer.clone());
  const { games } = await offer.json();
  const languages = [
    "en",
    ...new Set(
      navigator.languages
        .map((one) => one.slice(0, 2))
        .filter((one) => ["it", "es", "fr", "de"].includes(one)),
    ),
  ];
  const words = languages.flatMap((one) => [
    `/texts/${one}.json`,
    ...games.map(({ key }) => `/games/${key}/texts/${one}.json`),
  ]);
  const boards = await reach("/games/boards.json");
  await shelf.put("/games/boards.json", boards.clone());
  const covers = Object.entries(await boards.json()).map(([key, { manifest }]) =>
    manifest.cover ? `/games/${key}/web/${manifest.cover}` : "/art/cover.svg",
  );
  /** A file, and every module that it names. */
  const add = async (path) => {
    const answer = await reach(path);
    if (!answer.ok) return;
    await shelf.put(path, answer.clone());
    if (!path.endsWith(".js")) return;
    const fresh = [...(await answer.text()).matchAll(/"(\/[\w./-]+\.js)"/g)]
      .map(([, one]) => one)
      .filter((one) => !known.has(one));
    for (const one of fresh) known.add(one);
    await Promise.all(fresh.map(add));
  };
  // one that is missing must not keep the others away
  await Promise.all([...named, ...words, ...covers].map((path) => add(path).catch(() => undefined)));
}

/** Again where the network hiccups or stalls: a worker that is not installed is not tried again before the next visit. */
async function reach(path) {
  for (let left = TRIES; ; left--) {
    try {
      return await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

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
