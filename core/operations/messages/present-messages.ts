import type { Message } from "../../contracts/message.ts";
import { type Foretold, foretell, type WaitingPlace, waitingProtected } from "../../domain/protection/expected-time.ts";
import type { Clock } from "../../ports.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type Links, presentMessage } from "../../records/message-view.ts";
import { type SendingRecord, sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { readPlaces } from "./read-places.ts";

/**
 * Dependencies for presenting messages. `env.PACE` is the factor that lanes apply to gaps: 1 means that gaps are as
 * documented.
 */
type PresentDeps = Links & { table: Table; clock: Clock; env?: { PACE?: number | undefined } };

/**
 * Builds messages in the form that responses show at this moment. For waiting messages, this includes why and until
 * when they are waiting. No matter how many messages are waiting, this takes one read per instance and one query per
 * queue. Other messages need no reads.
 */
export async function presentMessages(deps: PresentDeps, records: MessageRecord[]): Promise<Message[]> {
  const waiting = records.filter(({ status }) => status === "queued" || status === "scheduled");
  const instances = [...new Set(waiting.map((one) => one.instance_id))];
  const now = deps.clock.now();
  const [found, placeOf] = await Promise.all([
    instances.length > 0 ? deps.table.getMany(instances.map((id) => keys.sending(id))) : [],
    readPlaces(deps.table, waiting),
  ]);
  const sendings = new Map<string, SendingRecord | null>();
  for (const id of instances) {
    const item = found.find(({ pk }) => pk === keys.sending(id).pk);
    sendings.set(id, item ? sendingOf(item, { timezone: "UTC", now }) : null);
  }
  const gapFactor = deps.env?.PACE;
  const foretold = new Map<string, Foretold>();
  // All messages in a queue share a single forecast.
  const placed = ({ instance_id: instance }: MessageRecord, place: WaitingPlace | null): WaitingPlace | null => {
    const sending = sendings.get(instance);
    if (!place || place.queue === "scheduled" || !sending) return place;
    const key = `${instance} ${place.queue}`;
    const queue = foretold.get(key) ?? foretell(place.queue, sending, now, gapFactor);
    foretold.set(key, queue);
    return { ...place, foretold: queue };
  };
  return Promise.all(
    records.map((record) => {
      if (!waiting.includes(record)) return presentMessage(deps, record);
      const sending = sendings.get(record.instance_id) ?? null;
      const about = waitingProtected(record, sending, now, placed(record, placeOf(record)), gapFactor);
      return presentMessage(deps, { ...record, ...about });
    }),
  );
}
