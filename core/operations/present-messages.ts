import type { Message, MessageRecord } from "../contracts/message.ts";
import type { PaceRecord } from "../contracts/person.ts";
import { waitingNow } from "../domain/waiting.ts";
import type { Clock } from "../ports.ts";
import { keys } from "../store/keys.ts";
import type { Table } from "../store/table.ts";
import { type Links, presentMessage } from "./present-message.ts";

/**
 * Messages as an answer shows them now: those that wait say why and until when, which costs one more read for each of
 * their instances; others cost none.
 */
export async function presentMessages(
  deps: Links & { table: Table; clock: Clock },
  records: MessageRecord[],
): Promise<Message[]> {
  const waiting = records.filter(({ status }) => status === "queued" || status === "scheduled");
  const instances = [...new Set(waiting.map((one) => one.instance_id))];
  const found = instances.length > 0 ? await deps.table.getMany(instances.map((id) => keys.pace(id))) : [];
  const paceOf = new Map(instances.map((id) => [id, found.find(({ pk }) => pk === keys.pace(id).pk) ?? null]));
  const now = deps.clock.now();
  return Promise.all(
    records.map((record) => {
      const pace = (paceOf.get(record.instance_id) ?? null) as unknown as PaceRecord | null; // a PACE row
      const isWaiting = waiting.includes(record);
      return presentMessage(deps, isWaiting ? { ...record, ...waitingNow(record, pace, now) } : record);
    }),
  );
}
