import type { WaitingPlace } from "../../domain/protection/expected-time.ts";
import { SEND_QUEUES, type SendQueue } from "../../domain/protection/pacing.ts";
import type { MessageRecord } from "../../records/message.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES, type InstanceQueue, instanceQueue } from "../../store/lane-queues.ts";
import type { Table } from "../../store/table.ts";

/**
 * The maximum number of rows to count in a queue. Messages further back are reported as if they were at the last of
 * these rows. This value is a design choice: see docs/decisions.
 */
const COUNTED_MAX = 500;

const QUEUES: ReadonlySet<string> = new Set(SEND_QUEUES);
const isSendQueue = (queue: InstanceQueue | null): queue is SendQueue => queue !== null && QUEUES.has(queue);

/**
 * Reads the positions of waiting messages in their lanes. This takes one query per queue, which reads as far as the
 * last of these messages. Replies have no position, because they are sent immediately.
 */
export async function readPlaces(
  table: Table,
  messages: MessageRecord[],
): Promise<(message: MessageRecord) => WaitingPlace | null> {
  const lastOf = new Map<string, { lane: string; queue: SendQueue; row: string }>();
  for (const { instance_id, row, status } of messages) {
    const queue = row === null ? null : instanceQueue(row);
    if (row === null || status !== "queued" || queue === "reply" || !isSendQueue(queue)) continue;
    const lane = instanceLane(instance_id);
    const last = lastOf.get(`${lane} ${queue}`);
    if (!last || last.row < row) lastOf.set(`${lane} ${queue}`, { lane, queue, row });
  }
  const rowsOf = new Map<string, string[]>();
  const counts = [...lastOf].map(async ([key, { lane, queue, row }]) => {
    const { items } = await table.query({
      pk: lane,
      prefix: `${INSTANCE_QUEUES[queue]}#`,
      before: row,
      limit: COUNTED_MAX,
    });
    rowsOf.set(
      key,
      items.map(({ sk }) => sk),
    );
  });
  await Promise.all(counts);
  return ({ instance_id, row }) => {
    const queue = row === null ? null : instanceQueue(row);
    if (row !== null && queue === "scheduled") return { queue, ahead: 0, due: row.split("#")[1] ?? "" };
    if (row === null || !isSendQueue(queue)) return null;
    const rows = rowsOf.get(`${instanceLane(instance_id)} ${queue}`) ?? [];
    return { queue, ahead: rows.filter((sk) => sk < row).length };
  };
}
