import { type EndpointSettings, nextProbeAt } from "../../domain/webhooks/endpoint-policy.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { Ids } from "../../ports.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Condition, SomeWrites, Write } from "../../store/table.ts";
import { activityWrite } from "../accounts/activity.ts";
import type { TryResult, WebhookRecord } from "./webhook.ts";

/**
 * The field names of a webhook's delivery state. The state is part of the item with the webhook's settings, so a single
 * write can change the URL and reset the state. The endpoint's worker writes the state on the condition that the
 * webhook's life is unchanged. The `version` of the settings stays the same.
 */
type StateField = keyof Pick<
  WebhookRecord,
  | "failing_since"
  | "paused_at"
  | "paused_reason"
  | "probe_at"
  | "probed"
  | "try_asked"
  | "try_begun"
  | "try_result"
  | "ladder_recalled"
>;

/** The fields removed once an event is accepted. */
const TROUBLE: StateField[] = ["failing_since", "paused_at", "paused_reason", "probe_at", "probed"];

/** All state fields. They are removed when the URL changes. */
export const STATE_FIELDS: StateField[] = [...TROUBLE, "try_asked", "try_begun", "try_result", "ladder_recalled"];

/** The text shown as `paused_reason`. */
const PAUSED_REASON =
  "The URL has not accepted any events for 24 hours, so sending is paused. It is retried once an hour. New events are stored for 30 days, or less if the account's retention period is shorter.";

/**
 * The maximum age of the settings used to post an event. The settings are read ahead while earlier posts are in flight,
 * so a fast receiver doesn't have to wait for our reads. The response to a settings change is delayed by this time, so
 * the change applies to every later post. We chose this value ourselves: docs/decisions.
 */
export const POST_SETTINGS_MS = 100;

/** The seconds that leases must remain valid before a post: 15 s for the post, plus time to record the result. */
export const POST_NEEDS_SEC = 20;

/**
 * The maximum age of the settings when a post starts, whatever delayed the process. A webhook that gets a URL formerly
 * used by another webhook relies on this limit (`url-users.ts`). We chose this value ourselves.
 */
export const SETTINGS_LIMIT_MS = 5_000;

const instant = (text: string | null | undefined) => (text ? new Date(text) : null);

/** Returns the webhook fields used by the policy. */
export function endpointSettings(webhook: WebhookRecord): EndpointSettings {
  return {
    url: webhook.url,
    is_stopped: webhook.stopped_at !== undefined,
    ended_at: instant(webhook.ended_at),
    life: lifeOf(webhook),
    is_ladder_stale: webhook.ladder_stale === true || webhook.ladder_recalled !== undefined,
    is_try_asked: webhook.try_asked !== undefined && webhook.try_result?.asked !== webhook.try_asked,
    failing_since: instant(webhook.failing_since),
    paused_at: instant(webhook.paused_at),
    probe_at: instant(webhook.probe_at),
  };
}

/** Returns the number of the webhook's current life, which increases with each new URL. */
export const lifeOf = (webhook: Pick<WebhookRecord, "life">): number => webhook.life ?? 0;

/** Returns the condition that the webhook still has the same URL. */
export function sameLife(webhook: Pick<WebhookRecord, "life">): Condition {
  const life = lifeOf(webhook);
  return life === 0
    ? [{ anyOf: [[{ field: "life", is: "missing" }], [{ field: "life", op: "=", value: 0 }]] }]
    : [{ field: "life", op: "=", value: life }];
}

const keyOf = ({ account_id: account, owner }: WebhookRecord) => keys.webhook(account, owner);

/** Builds the write that starts the pause clock after a failed attempt if it isn't already running. */
export function clockStart(webhook: WebhookRecord, endedAt: Date): Write {
  return {
    update: keyOf(webhook),
    set: { failing_since: endedAt.toISOString() },
    if: [...sameLife(webhook), { field: "failing_since", is: "missing" }],
  };
}

/** Builds the write that stops the pause clock when an active endpoint has accepted an event. */
export function clockStop(webhook: WebhookRecord): Write {
  return {
    update: keyOf(webhook),
    remove: [...TROUBLE],
    if: [...sameLife(webhook), { field: "paused_at", is: "missing" }],
  };
}

/**
 * Builds the writes that reactivate a paused endpoint once it has accepted an event. The lane's worker then sends the
 * waiting events, even if the run that made the post has lost the lane in the meantime. Call `ensureWake(deps, lane,
 * now, null)` after the commit.
 */
export function resumeWrites(
  ids: Ids,
  webhook: WebhookRecord,
  now: Date,
  also: Partial<Pick<WebhookRecord, "try_result">> = {},
): SomeWrites {
  const { account_id, owner } = webhook;
  return [
    {
      update: keyOf(webhook),
      set: { ...also },
      remove: [...TROUBLE],
      if: [...sameLife(webhook), { field: "paused_at", is: "present" }],
    },
    activityWrite(ids, { account_id, owner, action: "webhook.resumed", actor: null, changed: [] }, now),
    recheckRow(endpointLane(account_id, owner), "resumed", now),
  ];
}

/**
 * Builds the writes for an accepted probe of an endpoint that isn't paused: they stop the pause clock and move the
 * ladder's rows back so that they are sent in order. Call `ensureWake(deps, lane, now, null)` after the commit.
 */
export function recallWrites(webhook: WebhookRecord, now: Date, result: TryResult): SomeWrites {
  const { account_id, owner } = webhook;
  return [
    {
      update: keyOf(webhook),
      set: { try_result: result, ladder_recalled: result.asked ?? now.toISOString() },
      remove: [...TROUBLE],
      if: [...sameLife(webhook), ...samePause(webhook)],
    },
    recheckRow(endpointLane(account_id, owner), "recalled", now),
  ];
}

/** Returns the condition that the endpoint's pause hasn't changed since it was read. */
export const samePause = ({ paused_at }: Pick<WebhookRecord, "paused_at">): Condition => [
  paused_at === undefined ? { field: "paused_at", is: "missing" } : { field: "paused_at", op: "=", value: paused_at },
];

/** Returns the writes that pause an endpoint that hasn't accepted any event for 24 hours. */
export function pauseWrites(ids: Ids, webhook: WebhookRecord, now: Date): SomeWrites {
  return [
    {
      update: keyOf(webhook),
      set: { paused_at: now.toISOString(), paused_reason: PAUSED_REASON, probe_at: nextProbeAt(now).toISOString() },
      remove: ["probed"],
      if: [
        ...sameLife(webhook),
        { field: "failing_since", op: "=", value: webhook.failing_since ?? null },
        { field: "paused_at", is: "missing" },
      ],
    },
    activityWrite(
      ids,
      { account_id: webhook.account_id, owner: webhook.owner, action: "webhook.paused", actor: null, changed: [] },
      now,
    ),
  ];
}

/**
 * Records the start of a probe, which was either requested or is due because the endpoint is paused. The next probe of
 * a paused endpoint is then an hour away, even if this worker dies. A requested probe whose worker dies is started once
 * more, but only once, because the event may be what kills the worker.
 */
export function probeStart(webhook: WebhookRecord, probed: string | null, now: Date): Write {
  const isPaused = webhook.paused_at !== undefined;
  const isRepeat = webhook.try_begun === true;
  return {
    update: keyOf(webhook),
    set: {
      ...(isPaused && { probe_at: nextProbeAt(now).toISOString() }),
      ...(probed !== null && { probed }),
      ...(webhook.try_asked !== undefined && !isRepeat && { try_begun: true }),
    },
    remove: [...(isRepeat ? ["try_asked", "try_begun"] : []), ...(probed === null ? ["probed"] : [])],
    if: [
      ...sameLife(webhook),
      ...samePause(webhook),
      isPaused
        ? { field: "probe_at", op: "=", value: webhook.probe_at ?? null }
        : { field: "try_asked", op: "=", value: webhook.try_asked ?? null },
      isRepeat ? { field: "try_begun", op: "=", value: true } : { field: "try_begun", is: "missing" },
      // The condition also covers whether the post needs a slot, which makes it as reliable as rereading the settings.
      webhook.url_use === undefined
        ? { field: "url_use", is: "missing" }
        : { field: "url_use", op: "=", value: webhook.url_use },
    ],
  };
}

/**
 * Records that a probe was not accepted. Does so even if the endpoint was paused in the meantime, because someone is
 * waiting for the result.
 */
export function probeFailed(webhook: WebhookRecord, result: TryResult): Write {
  return { update: keyOf(webhook), set: { try_result: result }, if: sameLife(webhook) };
}

/** Removes a requested probe whose result has been recorded. A newer request stays. */
export const probeAnswered = (webhook: WebhookRecord): Write => ({
  update: keyOf(webhook),
  remove: ["try_asked", "try_begun"],
  if: [{ field: "try_asked", op: "=", value: webhook.try_asked ?? null }],
});

/**
 * Records that there are no more rows to move back from the ladder, whether from an earlier life or from before an
 * accepted probe.
 */
export function ladderSettled(webhook: WebhookRecord): Write {
  const recalled = webhook.ladder_recalled;
  return {
    update: keyOf(webhook),
    remove: ["ladder_stale", "ladder_recalled"],
    if: [
      ...sameLife(webhook),
      recalled === undefined
        ? { field: "ladder_recalled", is: "missing" }
        : { field: "ladder_recalled", op: "=", value: recalled },
    ],
  };
}
