import type { SessionDeps } from "../session-deps.ts";
import type { LiveConnection } from "./live-connection.ts";

/**
 * How long a logout waits for its connection to open. `CLOSE_MS` is how long it then waits for the network to close it.
 */
const OPEN_MS = 20_000;
const CLOSE_MS = 5_000;
const LOOK_MS = 20;
/** The pause after failing to open a connection. */
const AGAIN_MS = 1_000;
/** Close codes after which there is no point in trying again, because the link is gone or the number is banned. */
const NO_USE = new Set([401, 402, 403, 406]);

/**
 * Unlinks the phone. @returns false if no connection opened; the phone keeps displaying the link until its owner
 * removes it.
 * @param connection the current connection, if any. @param connect opens another connection.
 */
export async function logOut(
  deps: Pick<SessionDeps, "monotonicMs">,
  connection: LiveConnection | null,
  connect: () => Promise<LiveConnection>,
  ending: AbortSignal,
): Promise<boolean> {
  const deadline = deps.monotonicMs() + OPEN_MS;
  for (let current = connection ?? (await connect()); ; current = await connect()) {
    while (current.state === "opening" && deps.monotonicMs() < deadline && !ending.aborted) await pause(LOOK_MS);
    if (ending.aborted) return false;
    if (current.state === "open") {
      await current.logout(CLOSE_MS);
      return true;
    }
    const code = current.closeReason?.code ?? 0;
    if (NO_USE.has(code)) return code === 401;
    await current.end();
    if (deps.monotonicMs() + AGAIN_MS >= deadline) return false;
    await pause(AGAIN_MS);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
