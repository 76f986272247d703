import { recordTimer } from "../../core/operations/receiving/record-timer.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import type { TimerNotice } from "../baileys/inbound/read-timer.ts";
import { dropRow, type InboxContext, storedBy } from "./inbox-context.ts";

/**
 * Records that a phone set a chat's disappearing-message timer. Groups announce their timers in a different way.
 * @throws FenceLost
 */
export async function storeTimer(context: InboxContext, stanza: Stanza, notice: TimerNotice): Promise<void> {
  if (notice.person === null) return dropRow(context, stanza.journal);
  const { journal } = storedBy(context, stanza);
  await recordTimer(context.deps, context.owner, notice.person, { sec: notice.sec, ms: notice.at.getTime() }, journal);
}
