import { createHash } from "node:crypto";
import type { UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored subject, which maps an identity to the user who signs in with it. */
export interface SubjectRecord {
  user_id: UserId;
}

/** The users, by the identity provider's subject. */
export const subjectRecords = recordsAt<SubjectRecord, Parameters<typeof keys.subject>>(keys.subject);

/** Hashes an identity for storage. Returns the SHA-256 of the issuer and subject, separated by a slash, in hex. */
export const subjectHash = ({ iss, sub }: { iss: string; sub: string }): string =>
  createHash("sha256")
    .update(JSON.stringify([iss, sub]))
    .digest("hex");
