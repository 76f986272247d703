import { children } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Information a client volunteers and expects no answer to. */
const IGNORED: ReadonlySet<string> = new Set(["unified_session", "offline_batch"]);

/** "ib": notices without an id. */
export function handleInfo({ world, stanza }: Incoming): void {
  for (const notice of children(stanza)) if (!IGNORED.has(notice.tag)) world.log("unknown_ib", { tag: notice.tag });
}
