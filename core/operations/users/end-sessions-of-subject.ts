import { subjectHash, subjectRecords } from "../../records/users/subject.ts";
import type { Table } from "../../store/table.ts";
import { endSessionsOf } from "./end-session.ts";

/**
 * Ends all sessions of whoever the provider knows by this name, because their password was set anew: somebody else may
 * have known the old one. Repeating it is no error.
 * @returns whether it is anybody who has ever signed in here.
 */
export async function endSessionsOfSubject(table: Table, identity: { iss: string; sub: string }): Promise<boolean> {
  const subject = await subjectRecords.read(table, subjectHash(identity));
  if (!subject) return false;
  await endSessionsOf(table, subject.user_id);
  return true;
}
