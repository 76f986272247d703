import { children } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Notices that don't need an answer and have no effect. */
const IGNORED: ReadonlySet<string> = new Set(["unified_session", "offline_batch"]);

/** Handles notices without an id ("ib"). */
export function handleInfo({ world, stanza }: Incoming): void {
  for (const notice of children(stanza)) if (!IGNORED.has(notice.tag)) world.log("unknown_ib", { tag: notice.tag });
}
