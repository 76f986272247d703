import type { SessionPort } from "../session-port.ts";

/**
 * Returns since when the number has been receiving what the network reports, or null while it is not connected or still
 * receives what the network held for it. What isn't reported before then may just not have reached us.
 */
export const heardFrom = (session: Pick<SessionPort, "isOpen" | "drained" | "openedAt">): Date | null =>
  session.isOpen() && session.drained() ? session.openedAt : null;
