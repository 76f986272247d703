import type { AccountId, AddressBlock, SessionId, UserId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for the panel's people, their sessions and invitations: a part of `keys`. */
export const peopleKeys = {
  /** A person, whatever accounts they belong to. */
  user: (user: UserId): Key => ({ pk: `USER#${user}`, sk: "USER" }),
  /** The person with this sign-in; `hash` = SHA-256 of the issuer and its subject, hex. */
  subject: (hash: string): Key => ({ pk: `SUB#${hash}`, sk: "SUB" }),
  /** A person's membership in an account: their role, and whether they get mail. */
  accountUser: (account: AccountId, user: UserId): Key => ({ pk: `ACC#${account}#USER`, sk: user }),
  /** The accounts a person belongs to. */
  userAccount: (user: UserId, account: AccountId): Key => ({ pk: `USER#${user}#ACC`, sk: account }),
  /** How many admins an account has, so that two of them can't both leave it without one. */
  accountAdmins: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "ADMINS" }),
  /** `hmac` = HMAC-SHA-256 of the session's token under the deployment's pepper, hex. */
  session: (hmac: string): Key => ({ pk: `SESSION#${hmac}`, sk: "SESSION" }),
  /** A person's requests to the panel, in one account (null means in none), from any of their sessions. */
  panelRate: (user: UserId, account: AccountId | null): Key => ({
    pk: `USER#${user}#ACC#${account ?? ""}`,
    sk: "RATE",
  }),
  /** A person's sessions, for listing and ending them. */
  userSession: (user: UserId, session: SessionId): Key => ({ pk: `USER#${user}#SESSION`, sk: session }),
  /** A sign-in in progress; `hmac` as for a session. */
  signIn: (hmac: string): Key => ({ pk: `SIGNIN#${hmac}`, sk: "SIGNIN" }),
  invite: (account: AccountId, invite: string): Key => ({ pk: `ACC#${account}#INVITE`, sk: invite }),
  /** An invited address, which has one open invitation at a time. `email` in lower case. */
  inviteAddress: (account: AccountId, email: string): Key => ({ pk: `ACC#${account}#INVITED`, sk: email }),
  /** The invitation behind a link; `hash` = SHA-256 of its token, hex. */
  inviteToken: (hash: string): Key => ({ pk: `INVITE#${hash}`, sk: "INVITE" }),
  /** Attempts from one address; `what` names them. */
  addressRate: (what: string, address: AddressBlock): Key => ({ pk: `ADDRESS#${what}#${address}`, sk: "RATE" }),
  /** Attempts to use one invitation's link from one address; `hash` = SHA-256 of the token, hex. */
  linkRate: (hash: string, address: AddressBlock): Key => ({ pk: `INVITE#${hash}#${address}`, sk: "RATE" }),
  /** Invitation mails to one address. `email` in lower case. */
  mailRate: (email: string): Key => ({ pk: `MAILED#${email}`, sk: "RATE" }),
  /** Invitation mails sent by one account. */
  accountMailRate: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "INVITES#RATE" }),
  /** One person's attempts; `what` names them. */
  userRate: (what: string, user: UserId): Key => ({ pk: `USER#${user}`, sk: `RATE#${what}` }),
};
