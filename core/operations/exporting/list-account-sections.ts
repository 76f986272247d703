import { wireTime } from "../../domain/wire-time.ts";
import { activityRecords } from "../../records/accounts/activity.ts";
import { savedReplies } from "../../records/answers/saved-reply.ts";
import { broadcastRecords, isExpired } from "../../records/broadcasts/broadcast.ts";
import { draftRecords } from "../../records/draft.ts";
import { type EventRecord, eventRecords } from "../../records/event.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { isKept, type MessageRecord, messageRecords } from "../../records/message.ts";
import { presentMessage } from "../../records/message-view.ts";
import { type OtpRecord, otpRecords } from "../../records/otps/otp.ts";
import { memberships } from "../../records/users/membership.ts";
import { webhookSettings, webhookView } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { activityView } from "../accounts/list-activity.ts";
import { presentBroadcasts } from "../broadcasts/present-broadcast.ts";
import { presentDrafts } from "../drafts/present-drafts.ts";
import { presentInstances } from "../instances/present-instance.ts";
import { presentOutcome } from "../otps/present-otp.ts";
import { presentReply } from "../replies/list-replies.ts";
import { presentStatus } from "../statuses/present-status.ts";
import { listStatuses } from "../statuses/read-status.ts";
import { type Exporting, ofEachInstance, readPage, type Section } from "./exporting-data.ts";
import { INSTANCE_SECTIONS } from "./list-instance-sections.ts";

/** All of an account's exported data, in order. Lines have the format that the API uses for the records. */
export const ACCOUNT_SECTIONS: readonly Section[] = [
  { name: "account", read: async (work) => ({ lines: [accountLine(work)], after: null }) },
  { name: "users", read: (work, after) => read(work, keys.accountUser(work.account.id, "").pk, after, userLine) },
  {
    name: "webhooks",
    read: async (work) => ({ lines: await webhookLines(work, "account"), after: null }),
  },
  {
    name: "instance_webhooks",
    read: ofEachInstance(async (work, { id }) => ({ lines: await webhookLines(work, id), after: null })),
  },
  {
    name: "saved_replies",
    async read({ deps, account, files }, after) {
      const { pk, sk: prefix } = keys.savedReply(account.id, "");
      const page = await readPage(deps.table, { pk, prefix }, after);
      const lines = page.items.map((item) => presentReply(files, savedReplies.of(item)));
      return { lines: await Promise.all(lines), after: page.after };
    },
  },
  {
    name: "instances",
    read: ofEachInstance(async ({ deps }, instance) => ({
      lines: await presentInstances(deps, [instance]),
      after: null,
    })),
  },
  ...INSTANCE_SECTIONS,
  {
    name: "messages",
    async read(work, after) {
      const page = await readPage(work.deps.table, { pk: keys.message(work.account.id, "").pk }, after);
      return { lines: await messageLines(work, page.items.map(messageRecords.of)), after: page.after };
    },
  },
  { name: "statuses", read: ofEachInstance(statuses) },
  {
    name: "broadcasts",
    async read({ deps, account, now }, after) {
      const page = await readPage(deps.table, { pk: keys.broadcast(account.id, "").pk }, after);
      const kept = page.items.map(broadcastRecords.of).filter((one) => !isExpired(one, now));
      return { lines: await presentBroadcasts(deps, kept), after: page.after };
    },
  },
  {
    name: "otps",
    async read(work, after) {
      const page = await readPage(work.deps.table, { pk: keys.otp(work.account.id, "").pk }, after);
      return { lines: otpLines(work, page.items.map(otpRecords.of)), after: page.after };
    },
  },
  {
    name: "drafts",
    async read({ deps, account, now }, after) {
      const page = await readPage(deps.table, { pk: keys.draft(account.id, "").pk }, after);
      const kept = page.items.map(draftRecords.of).filter(({ expires_at }) => new Date(expires_at) > now);
      return { lines: await presentDrafts(deps, account.id, kept), after: page.after };
    },
  },
  {
    name: "events",
    async read(work, after) {
      const page = await readPage(work.deps.table, { pk: keys.event(work.account.id, "").pk }, after);
      return { lines: eventLines(work, page.items.map(eventRecords.of)), after: page.after };
    },
  },
  {
    name: "activity",
    async read({ deps, account, now }, after) {
      const page = await readPage(deps.table, { pk: keys.activity(account.id, "").pk }, after);
      const kept = page.items.map(activityRecords.of).filter((one) => isThere(one, now));
      return { lines: kept.map(activityView), after: page.after };
    },
  },
];

async function read(
  { deps }: Exporting,
  pk: string,
  after: string | undefined,
  line: (item: Parameters<typeof memberships.of>[0]) => object,
) {
  const page = await readPage(deps.table, { pk }, after);
  return { lines: page.items.map(line), after: page.after };
}

function accountLine({ account }: Exporting): object {
  const { id, name, plan, status, contact_email = null, trial_ends_at = null, retention_days, created_at } = account;
  return { id, name, plan, status, contact_email, trial_ends_at, retention_days: retention_days ?? null, created_at };
}

function userLine(item: Parameters<typeof memberships.of>[0]): object {
  const { user_id: id, name, email, role, joined_at } = memberships.of(item);
  return { id, name, email, role, joined_at };
}

/** Builds the lines for an owner's webhook. The result is empty if the webhook was never configured. */
async function webhookLines({ deps, account }: Exporting, owner: string): Promise<object[]> {
  const settings = await webhookSettings(deps, account.id, owner);
  if (settings.version === 0) return [];
  const { events_kept: _counted, ...shown } = webhookView(settings, 0);
  return [{ instance_id: owner === "account" ? null : owner, ...shown }];
}

async function statuses({ deps, files, now }: Exporting, instance: InstanceRecord) {
  const found = await listStatuses(deps, instance, now);
  const lines = found.map(async (one) => ({ instance_id: instance.id, ...(await presentStatus(files, one)) }));
  return { lines: await Promise.all(lines), after: null };
}

/** Builds the lines of unexpired messages, in the form the API shows. */
export async function messageLines({ files, now }: Exporting, messages: readonly MessageRecord[]): Promise<object[]> {
  const kept = messages.filter((one) => isKept(one, now));
  for (const { file } of kept) if (file?.size_bytes) files.expect(file.key, file.size_bytes);
  return Promise.all(kept.map((one) => presentMessage(files, one)));
}

/** Builds the lines for one-time codes. They never contain the code itself. */
export const otpLines = ({ now }: Exporting, otps: readonly OtpRecord[]): object[] =>
  otps.filter((one) => isThere(one, now)).map((one) => ({ instance_id: one.instance_id, ...presentOutcome(one, now) }));

/** Builds the lines for unexpired events, in the format used for posting and polling them. */
export const eventLines = ({ now }: Exporting, events: readonly EventRecord[]): object[] =>
  events
    .filter((one) => isThere(one, now))
    .map(({ id, type, body, created_at }) => {
      try {
        return JSON.parse(body) as object; // every event's body is an object
      } catch {
        return { id, type, body, created_at: wireTime(new Date(created_at)) };
      }
    });

const isThere = ({ ttl }: { ttl: number }, now: Date) => ttl * 1000 > now.getTime();
