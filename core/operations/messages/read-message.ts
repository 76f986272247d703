import { ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import { laneRows } from "../../lanes/lane.ts";
import type { Clock } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { isKept, messageRecords } from "../../records/message.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";

const MESSAGE_ID = idPattern(ID_PREFIXES.message);

/** A message and its instance. */
export interface FoundMessage {
  message: MessageRecord;
  instance: InstanceRecord;
}

/**
 * Reads a message that belongs to the caller. @throws ApiError `message_not_found` if it is unknown, belongs to another
 * account, is older than 30 days or was cancelled before it was due, or if its instance was deleted or isn't covered by
 * the key.
 */
export async function readMessage(
  deps: { table: Table },
  caller: Pick<Caller, "account_id" | "instance_id">,
  id: string,
  now: Date,
): Promise<FoundMessage> {
  if (!MESSAGE_ID.test(id)) throw new ApiError("message_not_found");
  const message = await messageRecords.read(deps.table, caller.account_id, id);
  if (!message || !isKept(message, now)) throw new ApiError("message_not_found");
  if (caller.instance_id !== null && message.instance_id !== caller.instance_id) {
    throw new ApiError("message_not_found");
  }
  const instance = await instanceRecords.read(deps.table, message.instance_id);
  if (!instance || instance.removed_at !== null) throw new ApiError("message_not_found");
  return { message, instance };
}

/**
 * When waiting for a message to finish sending: the interval between reads, and how many reads to make. Both are design
 * choices: 0138.
 */
const LOOK_MS = 50;
const LOOKS = 40;

/** Returns a message once the network has it, or in its current state if that takes too long. */
type Settle = (message: MessageRecord) => Promise<MessageRecord>;

/**
 * Creates a function that lets a single request wait for messages that are being sent. In total, its calls wait at most
 * two seconds. A message that has already reached the network stays `sending` until its record is updated, which may
 * take a moment longer. The function rejects with ApiError `message_not_found` if the message no longer exists.
 */
export function settling(deps: { table: Table; clock: Clock }): Settle {
  let left = LOOKS;
  return async (message) => {
    let latest = message;
    while (latest.step === "sending" && left > 0) {
      left--;
      await deps.clock.until(new Date(deps.clock.now().getTime() + LOOK_MS));
      latest = await readAgain(deps, latest);
    }
    return latest;
  };
}

/** Reads a message again. @throws ApiError `message_not_found` if it no longer exists. */
export async function readAgain(
  deps: { table: Table },
  { account_id, id }: Pick<MessageRecord, "account_id" | "id">,
): Promise<MessageRecord> {
  const message = await messageRecords.read(deps.table, account_id, id);
  if (!message || message.removed === true) throw new ApiError("message_not_found");
  return message;
}

/** Reads a waiting message's row in the lane. Returns null if the message has moved or been sent since it was read. */
export async function readRow(deps: { table: Table }, message: MessageRecord): Promise<LaneRow | null> {
  if (message.row === null) return null;
  return laneRows.read(deps.table, instanceLane(message.instance_id), message.row);
}
