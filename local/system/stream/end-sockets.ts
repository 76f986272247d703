import type { StreamSocket } from "./stream-socket.ts";

/** How long is waited for clients to answer that they close, too. */
const STOP_MS = 500;

/** Closes connections of a gateway that stops. @param following resolve once nothing is sent any more. */
export async function endSockets(sockets: readonly StreamSocket[], following: Iterable<Promise<void>>): Promise<void> {
  for (const socket of sockets) socket.close("ended");
  const patience = setTimeout(() => {
    for (const socket of sockets) socket.cut();
  }, STOP_MS);
  await Promise.all(following);
  clearTimeout(patience);
}
