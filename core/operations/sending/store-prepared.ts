import { UNANSWERED } from "../../domain/protection/expected-time.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";

/**
 * Stores the prepared version of a message's file, so nothing is left to prepare when its turn comes, and every attempt
 * sends the same bytes. From then on, the policy sees the row (the caller wakes the lane). The write is refused if the
 * message was changed, moved or cancelled in the meantime.
 * @throws FenceLost
 */
export async function storePrepared(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  bytes: Uint8Array,
): Promise<boolean> {
  const writes = [
    { update: { pk: row.pk, sk: row.sk }, set: { needs_prepare: false }, if: [{ item: "exists" as const }] },
    {
      update: keys.message(message.account_id, message.id),
      set: { network_bytes: bytes, ...(message.waiting_reason === UNANSWERED && { waiting_reason: null }) },
      if: [
        { field: "step", op: "=" as const, value: "waiting" },
        { field: "row", op: "=" as const, value: row.sk },
        { field: "text_version", op: "=" as const, value: message.text_version },
      ],
    },
  ];
  return isCommitted(transactFenced(deps.table, own.instance_id, own.fence, writes));
}
