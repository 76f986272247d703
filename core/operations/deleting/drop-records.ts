import type { AccountId } from "../../contracts/ids.ts";
import { replacementsOf } from "../../records/idempotency.ts";
import { inviteRecords } from "../../records/users/invite.ts";
import { slotKey } from "../../records/webhooks/url-users.ts";
import { webhookRecords } from "../../records/webhooks/webhook.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";
import { endSessionsOf } from "../users/end-session.ts";

/** The number of items to remove in parallel. This number is a design choice. */
const PAGE = 100;
/**
 * The number of users, keys or invitations to remove per piece. The number is small because each of these consists of
 * several items.
 */
const FEW = 10;

/** Removes a page of a partition, except the account's own record. @returns whether anything might be left. */
export async function dropPage(table: Table, pk: string): Promise<boolean> {
  const { items, more } = await table.query({ pk, limit: PAGE });
  const gone = items.filter(({ sk }) => sk !== STAYS);
  await Promise.all(gone.map(({ sk }) => table.write({ delete: { pk, sk } })));
  return more;
}

/** The sort key of the account's own record, which is removed last. */
const STAYS = keys.account("").sk;

/**
 * Removes some of the account's memberships and invitations. The users themselves stay, because they can still sign in
 * and may belong to other accounts. @returns whether anything might be left.
 */
export async function dropPeople(table: Table, account: AccountId): Promise<boolean> {
  const people = await table.query({ pk: keys.accountUser(account, "").pk, limit: FEW });
  for (const { sk: user } of people.items) {
    await endSessionsOf(table, user, { account_id: account });
    await table.transact([{ delete: keys.userAccount(user, account) }, { delete: keys.accountUser(account, user) }]);
  }
  const invites = await table.query({ pk: keys.invite(account, "").pk, limit: FEW });
  for (const { id, token_hash, email } of invites.items.map(inviteRecords.of)) {
    await table.transact([
      { delete: keys.inviteToken(token_hash) },
      { delete: keys.inviteAddress(account, email) },
      { delete: keys.invite(account, id) },
    ]);
  }
  return people.more || invites.more;
}

/** Removes some of the account's keys and their counters. @returns whether anything might be left. */
export async function dropKeys(table: Table, account: AccountId): Promise<boolean> {
  const { items, more } = await table.query({ pk: keys.accountKey(account, "").pk, limit: FEW });
  for (const { pk, sk, hmac } of items) {
    await table.transact([
      ...(typeof hmac === "string" ? [{ delete: keys.apiKey(hmac) }] : []),
      { delete: { pk, sk } },
    ] as [{ delete: { pk: string; sk: string } }]); // the item itself is always there
  }
  return more;
}

/** Removes the records about a webhook's URL. They can only be found through the webhook. */
export async function dropUrls(table: Table, account: AccountId, owner: string): Promise<void> {
  const webhook = await webhookRecords.read(table, account, owner);
  if (typeof webhook?.url === "string") await dropPage(table, slotKey(account, webhook.url).pk);
}

/** Returns the partitions that belong to a webhook's owner, i.e. the account or an instance. */
export const partitionsOfOwner = (account: AccountId, owner: string): string[] => [
  endpointLane(account, owner),
  keys.failedDelivery(account, owner, "").pk,
  keys.deliveryTry(account, owner, "", "").pk,
  keys.deliveredPage(account, owner, "").pk,
  replacementsOf(account, owner),
  keys.webhook(account, owner).pk,
];

/**
 * Returns the account's other partitions. The message and event partitions are listed twice, because another process
 * may write to them during the first removal. The activity log and the account's own partition come last.
 */
export function partitionsOfAccount(account: AccountId): string[] {
  const written = [keys.message(account, ""), keys.message(account, "sts_"), keys.event(account, "")];
  return [
    ...written.map(({ pk }) => pk),
    ...partitionsOfOwner(account, "account"),
    ...[
      keys.otp(account, ""),
      keys.otpPhone(account, ""),
      keys.broadcast(account, ""),
      keys.draft(account, ""),
      keys.shortcuts(account),
      keys.dataExport(account, ""),
      keys.exportFile(account, "", 0),
      keys.exportIdempotency(account, ""),
      keys.contactImport(account, ""),
      keys.contactImportPart(account, "", 0),
      keys.busNotice(account, ""),
      keys.inviteAddress(account, ""),
      keys.account(`agent_${account}`),
      keys.quarantine(account, ""), // deliveries of the account's own webhook
    ].map(({ pk }) => pk),
    ...written.map(({ pk }) => pk),
    keys.activity(account, "").pk,
    keys.account(account).pk,
  ];
}
