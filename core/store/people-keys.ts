import type { AccountId, AddressBlock, SessionId, UserId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for panel users, their sessions, and their invitations; part of `keys`. */
export const peopleKeys = {
  /** A user, regardless of which accounts they belong to. */
  user: (user: UserId): Key => ({ pk: `USER#${user}`, sk: "USER" }),
  /** The user who signs in with this identity. `hash` is the SHA-256 hash of the issuer and its subject, in hex. */
  subject: (hash: string): Key => ({ pk: `SUB#${hash}`, sk: "SUB" }),
  /** A user's membership in an account: their role, and whether they get emails. */
  accountUser: (account: AccountId, user: UserId): Key => ({ pk: `ACC#${account}#USER`, sk: user }),
  /** The accounts that a user belongs to. */
  userAccount: (user: UserId, account: AccountId): Key => ({ pk: `USER#${user}#ACC`, sk: account }),
  /** The number of admins in an account, so the last two can't both leave at the same time. */
  accountAdmins: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "ADMINS" }),
  /** `hmac` is the HMAC-SHA-256 of the session's token with the deployment's pepper, in hex. */
  session: (hmac: string): Key => ({ pk: `SESSION#${hmac}`, sk: "SESSION" }),
  /** A user's panel requests within one account, or outside of any account if null, from any of their sessions. */
  panelRate: (user: UserId, account: AccountId | null): Key => ({
    pk: `USER#${user}#ACC#${account ?? ""}`,
    sk: "RATE",
  }),
  /** A user's sessions, for listing and ending them. */
  userSession: (user: UserId, session: SessionId): Key => ({ pk: `USER#${user}#SESSION`, sk: session }),
  /** A sign-in in progress. `hmac` is computed as for a session. */
  signIn: (hmac: string): Key => ({ pk: `SIGNIN#${hmac}`, sk: "SIGNIN" }),
  invite: (account: AccountId, invite: string): Key => ({ pk: `ACC#${account}#INVITE`, sk: invite }),
  /** An invited address. It can only have one open invitation at a time. `email` is in lowercase. */
  inviteAddress: (account: AccountId, email: string): Key => ({ pk: `ACC#${account}#INVITED`, sk: email }),
  /** The invitation that a link leads to. `hash` is the SHA-256 hash of its token, in hex. */
  inviteToken: (hash: string): Key => ({ pk: `INVITE#${hash}`, sk: "INVITE" }),
  /** Attempts from an address. `what` is the kind of attempt. */
  addressRate: (what: string, address: AddressBlock): Key => ({ pk: `ADDRESS#${what}#${address}`, sk: "RATE" }),
  /** Attempts to use an invitation's link from an address. `hash` is the SHA-256 hash of the token, in hex. */
  linkRate: (hash: string, address: AddressBlock): Key => ({ pk: `INVITE#${hash}#${address}`, sk: "RATE" }),
  /** Invitation emails sent to an address. `email` is in lowercase. */
  mailRate: (email: string): Key => ({ pk: `MAILED#${email}`, sk: "RATE" }),
  /** Invitation emails sent by an account. */
  accountMailRate: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "INVITES#RATE" }),
  /** A user's attempts. `what` is the kind of attempt. */
  userRate: (what: string, user: UserId): Key => ({ pk: `USER#${user}`, sk: `RATE#${what}` }),
};
