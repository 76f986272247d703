import type { ChildMessage } from "./parent-messages.ts";

/** Sends a message to the parent. Resolves once it has left this process, or if nobody listens any more. */
export function tellParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
