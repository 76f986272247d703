import type { ChildMessage } from "./parent-messages.ts";

/**
 * Sends a message to the parent. Resolves once the message has left this process, or immediately if the parent is no
 * longer connected.
 */
export function tellParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
