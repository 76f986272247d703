import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { StatusId } from "../../core/contracts/ids.ts";
import type { CommandAnswer } from "../../core/records/command.ts";
import { STATUS_CHAT, statusLists } from "../../core/records/status.ts";
import { readStoredMessage } from "../baileys/outbound/read-stored-message.ts";
import type { CommandTools } from "./command-tools.ts";
import { refused, tryAgain } from "./perform-command.ts";

const ACKNOWLEDGEMENT_MS = MINUTE_MS;
const BEING_SENT = "This status is being posted right now. Try again once it has been sent.";

/**
 * Deletes a status for everyone who received it. Repeating the command has no further effect.
 * @throws connection errors, after which the status may or may not have been deleted.
 */
export async function deleteStatus({ deps, session, network }: CommandTools, id: StatusId): Promise<CommandAnswer> {
  const [message, list] = await Promise.all([
    readStoredMessage(deps, session, id),
    statusLists.read(deps.table, session.instance_id, id),
  ]);
  if (!message || !list) return refused("status_not_found");
  if (message.step !== "done") return refused("conflict", BEING_SENT);
  const bytes = await network.encodeAct(STATUS_CHAT, message, { kind: "delete" });
  if (!bytes || !list.listed) return { ok: true }; // it was never sent
  const networkId = session.newNetworkId();
  await session.statuses.readyFor(list.listed);
  if (!session.mayAct()) return tryAgain();
  await session.relay(STATUS_CHAT, networkId, bytes, list.listed);
  const answer = await session.acknowledged(networkId, AbortSignal.timeout(ACKNOWLEDGEMENT_MS));
  if (!answer) return tryAgain();
  return answer.error === null ? { ok: true } : refused("messenger_refused");
}
