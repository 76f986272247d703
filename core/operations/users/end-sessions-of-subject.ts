import { subjectHash, subjectRecords } from "../../records/users/subject.ts";
import type { Table } from "../../store/table.ts";
import { endSessionsOf } from "./end-session.ts";

/**
 * Ends all sessions of the user with this subject at the identity provider, because their password was reset and
 * someone else may have had the old password. Repeating the call isn't an error.
 * @returns whether the user has ever signed in here.
 */
export async function endSessionsOfSubject(table: Table, identity: { iss: string; sub: string }): Promise<boolean> {
  const subject = await subjectRecords.read(table, subjectHash(identity));
  if (!subject) return false;
  await endSessionsOf(table, subject.user_id);
  return true;
}
