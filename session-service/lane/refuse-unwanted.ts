import { kindOf } from "../../core/domain/sending/kinds.ts";
import { chatStates } from "../../core/records/answers/chat-state.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { personRecords, readPerson } from "../../core/records/person.ts";
import { TEAM_ANSWERED_TEXT } from "../../core/records/sending-error-texts.ts";
import type { Table } from "../../core/store/table.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";

/**
 * Refuses a message that is no longer wanted: a broadcast message that was given back for the night and whose recipient
 * has since opted out, or an automation's answer after the team has answered. Both conditions are also checked when a
 * message starts.
 * @throws CannotPrepare
 */
export async function refuseUnwanted({ table }: { table: Table }, message: MessageRecord): Promise<void> {
  const { instance_id, person, network_id, team_rev } = message;
  if (person === null) return;
  // A message that has an id from an earlier start may have been relayed then.
  const code = <Code extends string>(unwanted: Code) => (network_id === null ? unwanted : ("no_receipt" as const));
  if (kindOf(message).heedsOptOut && (await personRecords.read(table, instance_id, person))?.opted_out_ms !== undefined)
    throw new CannotPrepare(code("opted_out"), "the person has opted out of broadcasts");
  if (team_rev === undefined) return;
  const { person: chat } = await readPerson(table, instance_id, person);
  const state = await chatStates.read(table, instance_id, chat);
  if ((state?.team_rev ?? 0) !== team_rev) {
    const told = network_id === null ? TEAM_ANSWERED_TEXT : undefined;
    throw new CannotPrepare(code("cancelled"), "the team has answered", told);
  }
}
