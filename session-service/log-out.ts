import type { LiveConnection } from "./live-connection.ts";
import type { SessionDeps } from "./session-deps.ts";

/** A logout needs a connection; it is given this long to open, and the network this long to close it. */
const OPEN_MS = 20_000;
const CLOSE_MS = 5_000;
const LOOK_MS = 20;

/**
 * Takes the link off the phone. @returns false when no connection came about: the phone goes on showing the link until
 * its owner removes it.
 */
export async function logOut(
  deps: Pick<SessionDeps, "monotonicMs">,
  connection: LiveConnection,
  ending: AbortSignal,
): Promise<boolean> {
  const deadline = deps.monotonicMs() + OPEN_MS;
  while (connection.state === "opening" && deps.monotonicMs() < deadline && !ending.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  if (connection.state !== "open" || ending.aborted) return false;
  await connection.logout(CLOSE_MS);
  return true;
}
