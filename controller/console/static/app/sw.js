// Keeps the page's own files, so that the app opens where the table's computer does not answer for a moment. What is asked of a
// game is never kept: the newest is right, or none.

const KEPT = "golem-table-1";
const OURS = ["/static/", "/fonts/", "/art/"];

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !OURS.some((folder) => pathname.startsWith(folder))) return;
  event.respondWith(fromTable(event.request));
});

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
