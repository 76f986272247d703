import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import {
  type Command,
  type CommandAnswer,
  type CommandRecord,
  type CommandResults,
  commandRecords,
  commandWaitSec,
  needsConnection,
} from "../../records/command.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";

/** How often to poll for the result. */
const LOOK_MS = 100;
/**
 * How long to retain a command's record after its deadline, so its result can still be looked up when analyzing logs.
 */
const KEPT_SEC = 3_600;

/**
 * Makes an instance's session carry out a command, and waits for the result.
 * @throws ApiError `not_connected` immediately if the instance is not connected, or `unavailable` if no result arrived
 * in time. In the latter case, the command may or may not have been carried out.
 */
export async function runCommand(deps: LaneDeps, instance: InstanceRecord, command: Command): Promise<CommandAnswer> {
  if (instance.status !== "working" && needsConnection(command)) throw new ApiError("not_connected");
  const now = deps.clock.now();
  const lane = instanceLane(instance.id);
  const id = deps.ids.next("cmd", now);
  const deadline = new Date(now.getTime() + commandWaitSec(command) * 1000);
  const place = keys.command(instance.id, id);
  const record: CommandRecord = {
    command,
    deadline: deadline.toISOString(),
    ttl: Math.floor(deadline.getTime() / 1000) + KEPT_SEC,
  };
  await deps.table.transact([
    { put: { ...place, ...record }, if: [{ item: "absent" }] },
    recheckRow(lane, id, now, { command: id }),
  ]);
  await ensureWake(deps, lane, now, null);
  for (;;) {
    const found = await commandRecords.read(deps.table, instance.id, id);
    if (found?.answer) return found.answer;
    const at = deps.clock.now();
    if (at >= deadline) throw new ApiError("unavailable", { retryAfterSec: 1, message: NO_ANSWER });
    await deps.clock.until(new Date(at.getTime() + LOOK_MS));
  }
}

const NO_ANSWER =
  "The instance's session did not respond in time, so the change may or may not have been made. Check whether it was, or try again.";

/**
 * Like `runCommand`, for a command without a result. @throws ApiError with the session's own error if it refuses the
 * command.
 */
export async function requireDone(deps: LaneDeps, instance: InstanceRecord, command: Command): Promise<void> {
  await requireAnswer(deps, instance, command);
}

/**
 * Like `runCommand`, and returns the requested data. @throws ApiError with the session's own error if it refuses the
 * command.
 */
export async function requireResult<K extends keyof CommandResults>(
  deps: LaneDeps,
  instance: InstanceRecord,
  command: Extract<Command, { kind: K }>,
): Promise<CommandResults[K]> {
  const { result } = await requireAnswer(deps, instance, command);
  return result as CommandResults[K]; // the session's answer has the shape of the command's kind
}

async function requireAnswer(deps: LaneDeps, instance: InstanceRecord, command: Command) {
  const answer = await runCommand(deps, instance, command);
  if (answer.ok) return answer;
  const { code, status, message, errors, retry_after_sec: retryAfterSec } = answer;
  throw new ApiError(code, {
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    ...(errors !== undefined && { errors }),
    ...(retryAfterSec && { retryAfterSec }),
  });
}
