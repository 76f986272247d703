import { createHash } from "node:crypto";
import type { AccountId } from "../../contracts/ids.ts";
import { laneHeads } from "../../lanes/lane.ts";
import { isRunOut } from "../../lanes/lease.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { recordsAt } from "../../store/records-at.ts";
import { type Condition, ConditionFailed, type Item, type Key, type Table, type Write } from "../../store/table.ts";
import { POST_NEEDS_SEC, SETTINGS_LIMIT_MS, sameLife } from "./endpoint-state.ts";
import type { WebhookRecord } from "./webhook.ts";
import { webhookSettings } from "./webhook-settings.ts";

/** How long the record of a URL without users is stored, which is longer than the last posts to the URL can take. */
const LEFT_DAYS = 1;
/** The allowance for clock differences, which are at most a second in either direction. */
const CLOCKS_MS = 2_000;
/** How long after a settings change a post with the old settings may still be in flight. */
const LAST_POSTS_MS = SETTINGS_LIMIT_MS + POST_NEEDS_SEC * 1000 + CLOCKS_MS;

/**
 * The value of `url_from` until the endpoint's worker has seen it. Only then is it certain that the change is in the
 * past.
 */
const UNSEEN = "unseen";

/** Represents the run of another webhook's lane while the run's number isn't known yet. */
const UNKNOWN_RUN = -1;
/** How soon to check the other webhooks' lanes again. */
const LOOK_MS = 1_000;
/** How many former users of a URL to store. If there are more, it is unknown whose posts may still be in flight. */
const PAST_USERS_MAX = 30;

/**
 * The users of a URL. `owner` is set while there is only one webhook and it knows that it is the only one. Absent if
 * there are several webhooks, or none.
 */
interface UrlUsers extends Item {
  users: number;
  owner?: string;
  /**
   * Set if no webhook uses the URL now, and the webhook that used it last was its only user and never had to wait. If
   * that webhook returns to the URL, it doesn't have to wait either.
   */
  left_by?: string;
  /** The webhooks that left the URL, or used it alone before others started using it. Absent if unknown. */
  past?: string[];
}

/** The users of each URL, by account. */
const urlUsers = recordsAt<UrlUsers, Parameters<typeof keys.endpointUrlUsers>>(keys.endpointUrlUsers);

const hashOf = (url: string) => createHash("sha256").update(new URL(url).href).digest("hex");

/**
 * Returns the place of a URL's two posting slots. The spelling of the URL doesn't matter, because `URL` normalizes
 * host, port, and path.
 */
export const slotKey = (account: AccountId, url: string): Key => keys.endpointSlot(account, hashOf(url));

/** Whether the webhook's posts need the slot for its URL in addition to its lane. */
export const needsUrlSlot = (webhook: Pick<WebhookRecord, "url_use">): boolean => webhook.url_use !== "own";

/** The effects of a URL change on the users of both URLs. */
export interface UrlMove {
  /** The writes to include in the change's transaction. */
  writes: Write[];
  /** The fields to set in the webhook's record. Undefined fields must be removed. */
  fields: Pick<WebhookRecord, "url_use" | "url_from" | "url_after">;
  /** The webhook that was the new URL's only user until now. Its `url_use` becomes `shared` in the same transaction. */
  told: WebhookRecord | null;
}

/**
 * Moves a webhook to another URL, or to null if it no longer has one. A webhook that is the only one using its URL
 * posts without a slot, so the other users must be tracked exactly. A webhook that gets another webhook's current or
 * former URL waits until all posts that started without a slot have finished.
 */
export async function moveUrl(
  deps: { table: Table },
  before: WebhookRecord,
  url: string | null,
  now: Date,
): Promise<UrlMove> {
  const { account_id: account, owner, url_use, url_from, url_after } = before;
  if (before.url !== null && url !== null && hashOf(before.url) === hashOf(url)) {
    return { writes: [], fields: { url_use, url_from, url_after }, told: null };
  }
  const left = before.url === null || url_use === undefined ? [] : await leave(deps.table, before, now);
  if (url === null) return { writes: left, fields: {}, told: null };

  const key = keys.endpointUrlUsers(account, hashOf(url));
  const found = urlUsers.orNull(await deps.table.get(key));
  if (!found) {
    const put: Write = { put: { ...key, owner, users: 1, past: [] }, if: [{ item: "absent" }] };
    return { writes: [...left, put], fields: { url_use: "own" }, told: null };
  }
  const alone = found.owner === undefined ? null : await webhookSettings(deps, account, found.owner);
  const isAlone = alone !== null && alone.url !== null && hashOf(alone.url) === hashOf(url);
  const isShared = found.users > 0 && (alone === null || isAlone);
  const past = pastOf(found);
  const known = past && { past };
  const joined: Write = isShared
    ? { update: key, set: { users: found.users + 1, ...known }, remove: ["owner", "ttl"], if: asRead(found) }
    : { update: key, set: { users: 1, owner }, remove: ["left_by", "ttl"], if: asRead(found) };
  const isBack = found.users === 0 && found.left_by === owner;
  const others = past?.filter((one) => one !== owner);
  const waits = {
    url_from: UNSEEN,
    ...(others && { url_after: Object.fromEntries(others.map((one) => [one, UNKNOWN_RUN])) }),
  };
  return {
    writes: [...left, joined],
    fields: { url_use: isShared ? "shared" : "own", ...(!isBack && waits) },
    told: isShared ? alone : null,
  };
}

/** Returns the webhooks whose posts to the URL may have started under earlier rules, or undefined if unknown. */
function pastOf({ past, owner, left_by, users }: UrlUsers, leaving?: string): string[] | undefined {
  // Items from before `past` was introduced identify only the current or former sole user.
  const isKnown = past !== undefined || owner !== undefined || (users === 0 && left_by !== undefined);
  const all = new Set([...(past ?? []), owner, left_by, leaving].filter((one) => one !== undefined));
  return isKnown && all.size <= PAST_USERS_MAX ? [...all] : undefined;
}

async function leave(table: Table, before: WebhookRecord, now: Date): Promise<Write[]> {
  const { account_id, owner, url, url_use, url_from } = before;
  if (url === null || url_use === undefined) return [];
  const key = keys.endpointUrlUsers(account_id, hashOf(url));
  const found = urlUsers.orNull(await table.get(key));
  if (!found) return [];
  const users = Math.max(0, found.users - 1);
  const ttl = Math.floor(now.getTime() / 1000) + LEFT_DAYS * 86_400;
  const isAlone = found.owner === owner && url_from === undefined;
  const past = pastOf(found, owner);
  const set = { users, ...(users === 0 && { ttl }), ...(isAlone && { left_by: owner }), ...(past && { past }) };
  return [{ update: key, set, remove: ["owner", ...(past ? [] : ["past"])], if: asRead(found) }];
}

const asRead = ({ users, owner }: UrlUsers): Condition => [
  { field: "users", op: "=", value: users },
  owner === undefined ? { field: "owner", is: "missing" } : { field: "owner", op: "=", value: owner },
];

/**
 * Returns when this webhook can start posting to its URL, or null if it can post at any time. The time is set by the
 * first run that sees a URL formerly used by another webhook. The data that this run reads was certainly committed, so
 * every earlier post will have finished by the returned time. The webhook can post earlier once each of the other lanes
 * has been seen either at rest or in a later run, which uses the current settings. In both cases, no earlier post is
 * still open.
 */
export async function postsFrom(table: Table, webhook: WebhookRecord, now: Date): Promise<Date | null> {
  const { account_id: account, owner, url_from: stored, url_after: after } = webhook;
  if (stored === undefined) return null;
  const from = stored === UNSEEN ? new Date(now.getTime() + LAST_POSTS_MS) : new Date(stored);
  if (from <= now) return from;
  const atWork = after && (await stillAtWork(table, account, after, now));
  const isOver = atWork !== undefined && Object.keys(atWork).length === 0;
  const set = { url_from: from.toISOString(), ...(atWork && { url_after: atWork }) };
  if (isOver || stored === UNSEEN) {
    try {
      await table.write({
        update: keys.webhook(account, owner),
        ...(isOver ? { remove: ["url_from", "url_after"] } : { set }),
        if: [...sameLife(webhook), { field: "url_from", op: "=", value: stored }],
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error; // another URL by now, which is checked by itself
    }
  }
  if (isOver) return null;
  const look = new Date(now.getTime() + LOOK_MS);
  return atWork && look < from ? look : from;
}

/**
 * Returns the other webhooks that may still have a post open from their run at that time, each with the run's number. A
 * lane's posts are all finished before its lease is released or expires, and a run that starts after this check also
 * reads its settings after it.
 */
async function stillAtWork(table: Table, account: AccountId, after: Record<string, number>, now: Date) {
  const owners = Object.keys(after);
  const laneOf = (owner: string) => endpointLane(account, owner);
  const heads = (await table.getMany(owners.map((owner) => keys.laneHead(laneOf(owner))))).map(laneHeads.of);
  const atWork: Record<string, number> = {};
  for (const owner of owners) {
    const head = heads.find(({ pk }) => pk === laneOf(owner));
    if (head?.run === undefined || isRunOut(head, now)) continue;
    const seen = after[owner] ?? UNKNOWN_RUN;
    if (seen === UNKNOWN_RUN || seen === (head.fence ?? 0)) atWork[owner] = head.fence ?? 0;
  }
  return atWork;
}
