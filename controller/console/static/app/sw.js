// Keeps the page's own files, so that the app opens where the table's computer does not answer for a moment. What is asked of a
// game is never kept: the newest is right, or none.

/** Counted up when what was kept before is of no use any more. */
const KEPT = "golem-table-2";
const OURS = ["/static/", "/fonts/", "/art/"];

/** Shown instead of a page while nobody answers, with what it needs. */
const AWAY = "/static/app/away.html";
const OF_AWAY = ["/static/app/away.js", "/static/shared/words.js", "/static/shared/theme.css", "/static/shared/pages.css", "/static/shared/icon.svg", "/static/words/en.json"];

addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAway());
});
addEventListener("activate", (event) => event.waitUntil(Promise.all([dropOld(), self.clients.claim()])));

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate" && origin === location.origin) {
    event.respondWith(fetch(event.request).catch(async (error) => (await caches.match(AWAY)) ?? Promise.reject(error)));
    return;
  }
  if (event.request.method !== "GET" || origin !== location.origin || !OURS.some((folder) => pathname.startsWith(folder))) return;
  event.respondWith(fromTable(event.request));
});

/** Keeps the page for when nobody answers, in English and in the browser's language, if there is one of it. */
async function keepAway() {
  const kept = await caches.open(KEPT);
  await kept.addAll([AWAY, ...OF_AWAY]);
  const spoken = [...new Set(navigator.languages.map((tag) => tag.split("-")[0].toLowerCase()))];
  await Promise.allSettled(spoken.map((language) => kept.add(`/static/words/${language}.json`)));
}

async function dropOld() {
  const old = (await caches.keys()).filter((name) => name.startsWith("golem-table-") && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The table's own answer; what was kept, where there is none. */
async function fromTable(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const before = await kept.match(request);
    if (before === undefined) throw error;
    return before;
  }
}
