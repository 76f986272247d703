import type { StreamSocket } from "./stream-socket.ts";

/** How long to wait for clients to confirm the close. */
const STOP_MS = 500;

/**
 * Closes the connections of a gateway that is shutting down. @param following promises that resolve once nothing more
 * is being sent.
 */
export async function endSockets(sockets: readonly StreamSocket[], following: Iterable<Promise<void>>): Promise<void> {
  for (const socket of sockets) socket.close("ended");
  const patience = setTimeout(() => {
    for (const socket of sockets) socket.cut();
  }, STOP_MS);
  await Promise.all(following);
  clearTimeout(patience);
}
