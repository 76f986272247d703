import { createHash } from "node:crypto";
import type { UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored subject, which shows whose sign-ins these are. */
export interface SubjectRecord {
  user_id: UserId;
}

/** People, by the name that their identity provider gives them. */
export const subjectRecords = recordsAt<SubjectRecord, Parameters<typeof keys.subject>>(keys.subject);

/** Hashes an identity for storage: its issuer and subject, which a slash keeps apart. SHA-256, in hexadecimal. */
export const subjectHash = ({ iss, sub }: { iss: string; sub: string }): string =>
  createHash("sha256")
    .update(JSON.stringify([iss, sub]))
    .digest("hex");
