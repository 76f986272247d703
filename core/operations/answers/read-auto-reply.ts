import type { AutoReply } from "../../contracts/answers/agent.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { autoReplyRecords, NEW_AUTO_REPLY } from "../../records/answers/auto-reply.ts";
import type { Table } from "../../store/table.ts";

/**
 * Reads an instance's auto-reply. Returns the default, disabled auto-reply if none has ever been configured. Spec: GET
 * …/auto-reply.
 */
export async function readAutoReply(table: Table, instance: InstanceId): Promise<AutoReply> {
  const stored = (await autoReplyRecords.read(table, instance)) ?? NEW_AUTO_REPLY;
  const { enabled, text, away_text, hours, every_hours, language } = stored;
  return { enabled, text, away_text, hours, every_hours, language };
}
