/**
 * Keeps the static tester in the browser, so that it opens without a network. The build writes two constants before this
 * text: FILES, the name of each file and the hash of its content, and BUILD, the hash of them all.
 *
 * A new build waits until no page of the old one is open: a page of one build never gets a script of another.
 */

/** Other testers of this origin have caches too, so the name has the folder of this one. */
const CACHE_PREFIX = `maycrawl-tester ${self.registration.scope} `;
const CACHE = CACHE_PREFIX + BUILD;

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOldBuilds()));

self.addEventListener("fetch", (event) => {
  const name = fileOf(event.request);
  // Everything else goes its way: no answer of a service is ever kept.
  if (name !== null) event.respondWith(keptFile(name, event.request));
});

/** The file of the build that a request asks for; null if it asks for something else. */
function fileOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(self.registration.scope);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname))
    return null;
  const name = pathname.slice(scope.pathname.length).replace(/^index\.html$/, "");
  return Object.hasOwn(FILES, name) ? name : null;
}

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.entries(FILES).map(async ([name, integrity]) => {
      // The hash refuses what is not of this build, while a host has old and new files.
      const response = await fetch(name === "" ? "./" : name, { integrity, cache: "no-cache" });
      if (!response.ok) throw new Error(`${name}: status ${response.status}`);
      // A browser opens no page from a response that was redirected. So only content and type are kept.
      const { headers } = response;
      const type = { "content-type": headers.get("content-type") ?? "text/plain" };
      await cache.put(keyOf(name), new Response(await response.blob(), { headers: type }));
    }),
  );
}

/** The document is kept under the address of the folder, whatever question or language its own address has. */
function keyOf(name) {
  return new URL(name, self.registration.scope).href;
}

async function keptFile(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(name))) ?? fetch(request);
}

async function forgetOldBuilds() {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
}
