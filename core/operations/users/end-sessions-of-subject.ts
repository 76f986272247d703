import { subjectHash, subjectRecords } from "../../records/users/subject.ts";
import type { Table } from "../../store/table.ts";
import { endSessionsOf } from "./end-session.ts";

/**
 * Ends all sessions of the person whom the identity provider knows by this name, because their password was reset and
 * someone else may have known the old one. Repeating it is not an error.
 * @returns whether this person has ever signed in here.
 */
export async function endSessionsOfSubject(table: Table, identity: { iss: string; sub: string }): Promise<boolean> {
  const subject = await subjectRecords.read(table, subjectHash(identity));
  if (!subject) return false;
  await endSessionsOf(table, subject.user_id);
  return true;
}
