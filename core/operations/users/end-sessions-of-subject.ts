import { subjectHash, subjectRecords } from "../../records/users/subject.ts";
import type { Table } from "../../store/table.ts";
import { endSessionsOf } from "./end-session.ts";

/**
 * Ends all sessions of the identity provider's user with this subject, because their password was reset and someone
 * else may have known the old password. Repeating the call is not an error.
 * @returns whether this user has ever signed in here.
 */
export async function endSessionsOfSubject(table: Table, identity: { iss: string; sub: string }): Promise<boolean> {
  const subject = await subjectRecords.read(table, subjectHash(identity));
  if (!subject) return false;
  await endSessionsOf(table, subject.user_id);
  return true;
}
