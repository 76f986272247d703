import type { AccountId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored invitation, without its token. */
export interface InviteRecord {
  id: string;
  account_id: AccountId;
  /** The address, in lower case. */
  email: string;
  role: Role;
  /** SHA-256 of the current token, in hexadecimal. */
  token_hash: string;
  created_at: string;
  expires_at: string;
  /** When it was last mailed; null if it could not be. */
  sent_at: string | null;
  /** When it was mailed, epoch ms. */
  sends: number[];
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The accounts' invitations. */
export const inviteRecords = recordsAt<InviteRecord, Parameters<typeof keys.invite>>(keys.invite);

/** The invitation to which a link's token leads. */
export interface InviteTokenRecord {
  account_id: AccountId;
  invite_id: string;
  ttl: number;
}

/** The invitations' tokens, by hash. */
export const inviteTokens = recordsAt<InviteTokenRecord, Parameters<typeof keys.inviteToken>>(keys.inviteToken);
