// The service worker of the static site: keeps the page whole, so that it works without a network.
// A new version of the site takes the
// place of the old one as a whole.
// @ts-check

/* The export puts the site's version and its files here. */
const version = 'VERSION';
const files = /** @type {string[]} */ ([]);

const worker = /** @type {any} */ (self);
const cache = `turncoat-${version}`;

worker.addEventListener('install', (/** @type {any} */ e) =>
  e.waitUntil(
    caches.open(cache).then((c) => c.addAll(files.map((f) => new Request(f, { cache: 'reload' })))),
  ),
);

worker.addEventListener('activate', (/** @type {any} */ e) =>
  e.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('turncoat-') && name !== cache) await caches.delete(name);
      }

      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener('fetch', (/** @type {any} */ e) => {
  if (e.request.method !== 'GET' || !e.request.url.startsWith(worker.registration.scope)) return;
  e.respondWith(
    caches
      .open(cache)
      .then((c) => c.match(e.request, { ignoreSearch: true }))
      .then((found) => found || fetch(e.request)),
  );
});
