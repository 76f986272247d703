import type { AccountId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored invitation, without its token. */
export interface InviteRecord {
  id: string;
  account_id: AccountId;
  /** The invited email address, in lowercase. */
  email: string;
  role: Role;
  /** The SHA-256 hash of the current token, in hex. */
  token_hash: string;
  created_at: string;
  expires_at: string;
  /** When the invitation was last emailed, or null if that failed. */
  sent_at: string | null;
  /** The times at which the invitation was emailed, in epoch ms. */
  sends: number[];
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The invitations, by account. */
export const inviteRecords = recordsAt<InviteRecord, Parameters<typeof keys.invite>>(keys.invite);

/** Maps the token in a link to its invitation. */
export interface InviteTokenRecord {
  account_id: AccountId;
  invite_id: string;
  ttl: number;
}

/** The invitation tokens, by hash. */
export const inviteTokens = recordsAt<InviteTokenRecord, Parameters<typeof keys.inviteToken>>(keys.inviteToken);
