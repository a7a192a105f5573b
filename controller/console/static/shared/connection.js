// The line to the table: one websocket that is opened again for as long as it takes.

const RETRY_MS = [300, 600, 1200, 2500];

/**
 * Calls onView(view) with every view and onState(connected) when the line comes or goes.
 * @param {{
 *   aliveSeconds: number,
 *   onView: (view: import("./views").View) => void,
 *   onState: (connected: boolean) => void,
 * }} told
 */
export function connect({ aliveSeconds, onView, onState }) {
  // Beside the page's own address, wherever the table is served.
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  /** Which game the table shows; with another one the page begins anew.
   * @type {number | null} */
  let game = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;

  function open() {
    clearTimeout(retry);
    retry = undefined;
    socket = new WebSocket(address);
    listen();
    socket.addEventListener("open", () => {
      tries = 0;
      onState(true);
    });
    socket.addEventListener("message", (event) => {
      listen();
      const message = JSON.parse(event.data);
      if (message.type !== "view") return;
      if (game !== null && message.game !== game) location.reload();
      else onView(message.view);
      game = message.game;
    });
    socket.addEventListener("close", lost);
  }

  // A line that says nothing for long is dead, even if nobody closed it (a phone that left the room).
  function listen() {
    clearTimeout(silence);
    silence = setTimeout(lost, aliveSeconds * 2500);
  }

  function lost() {
    clearTimeout(silence);
    if (socket === null) return;
    socket.removeEventListener("close", lost);
    socket.close();
    socket = null;
    onState(false);
    retry = setTimeout(open, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    tries += 1;
  }

  const hurry = () => {
    if (retry !== undefined && document.visibilityState === "visible") open();
  };
  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  open();
}
