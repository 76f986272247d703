import { ERROR_CODES, type ErrorCode } from "../../../core/contracts/error-codes.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { ERROR_TEXTS } from "../../../core/errors.ts";

const grouped = (n: number) => n.toLocaleString("en-US");

const errorRows = (Object.keys(ERROR_CODES) as ErrorCode[]) // Object.keys loses the key type
  .map((code) => `| \`${code}\` | ${ERROR_CODES[code].join(", ")} | ${ERROR_TEXTS[code]} |`)
  .join("\n");

const planRows = Object.entries(PLANS)
  .map(([name, { trialDays, instances, requestsPerMonth, messagesPerDay }]) => {
    const cells = [
      trialDays === null ? "" : `${trialDays} days`,
      instances,
      grouped(requestsPerMonth),
      messagesPerDay === null ? "" : grouped(messagesPerDay),
    ];
    return `| \`${name}\` | ${cells.join(" | ")} |`;
  })
  .join("\n");

const broadcastRows = Object.entries(PLANS)
  .map(([name, plan]) => {
    const cells = [plan.draftsAtOnce, plan.draftPeople, plan.broadcastPeoplePerDay].map(grouped);
    return `| \`${name}\` | ${cells.join(" | ")} |`;
  })
  .join("\n");

const streams = Object.entries(PLANS)
  .map(([name, plan]) => `\`${name}\` ${plan.streams} and ${plan.streamsOfKey}`)
  .join(", ");

/**
 * The OpenAPI document's introduction, in Markdown. Every number in the text comes from the tables that the gateway
 * enforces.
 */
export const DESCRIPTION = `Send and receive messages through phone numbers that you link. A send is accepted with 202; what becomes of it follows as events.

## Requests and answers

Every request carries \`Authorization: Bearer <API_KEY>\`; one with a body \`Content-Type: application/json\`. An answer has its result under \`data\`. Every answer carries \`X-Request-Id\`; query parameters and fields that do not exist are ignored and named in \`X-Ignored\`. Times are ISO 8601 with offset.

Lists answer \`data\`, \`links.next\` (an absolute address, null on the last page) and \`meta\`.

## Errors

An error is \`{ "message", "code" }\`: plain words for people, a stable code for programs; with \`validation_failed\` also \`errors\`, the wrong fields and what is wrong with each. Of a phone number that cannot exist it names the likely mistake, such as a missing country code. Wait for \`Retry-After\` where it is given.

| Code | Status | Means |
|---|---|---|
${errorRows}

A path that does not exist answers 404 \`not_found\`, a method that it does not take 405 \`bad_request\` with \`Allow\`, a body over ${LIMITS.bodyMaxBytes / 1024 / 1024} MB 413 \`bad_request\`. Of several reasons to refuse a request the first of these is told: path, method, key, its address, account, rate, kind of key, plan, body, fields. An id of another account answers as one that does not exist.

## Events as they happen

\`GET /v1/events/stream\` is a WebSocket with the events, filters and rights of \`GET /v1/events\`. It sends JSON frames: \`{"kind":"event","event":{…}}\`, \`{"kind":"ping","silent_sec":…}\`, which says after how many seconds without a frame a connection is dead, and \`{"kind":"behind"}\` before it closes on a client that took nothing for ${LIMITS.streamBehindAfterSec} seconds. Send it nothing. When it ends, connect again with the last event's id as \`after\`, or poll with it; on AWS, WebSockets have an address of their own, which a ticket's \`url\` and the 426 answer here name; a gateway without the stream answers 404. Connections at a time, for an account and for each key: ${streams}.

## Limits

${LIMITS.apiRequestsPerMinute} requests a minute for an account, ${LIMITS.eventPollsPerMinute} polls of \`GET /v1/events\` a minute for a key, in a sliding window. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) say how it stands; of two limits the nearer one is shown. Requests refused with 401, an address that is not on the key's list, or a suspended account are not counted.

| Plan | Ends after | Instances | Requests a month | Messages a day |
|---|---|---|---|---|
${planRows}

Months and days are UTC. Beyond the requests of a month or the messages of a day the answer is 429 \`plan_limit\`; beyond the instances, and for sends after the trial, 403 \`plan_limit\`. After the trial reading goes on, and so does what people write to you.

Broadcasts that have not begun (drafts and scheduled ones), the people of all of these, and people stored in a day (UTC) for broadcasts that are made or changed:

| Plan | Waiting at once | Their people | People a day |
|---|---|---|---|
${broadcastRows}

Beyond the first two the answer is 403 \`plan_limit\`, beyond the third 429 \`plan_limit\`.

Files sent: ${LIMITS.sentFileBytesPerDay / 1024 ** 3} GB a day for an account (429 \`file_budget_used\`). Waiting on one instance: ${grouped(LIMITS.waitingMessagesPerInstance)} messages, ${grouped(LIMITS.waitingFirstMessagesPerInstance)} of them to people who never wrote (429 \`backlog_full\`).

Searching chats or contacts where there are more than ${grouped(LIMITS.searchedFreely)} people and groups: ${LIMITS.chatSearchesPerMinute} times a minute for a key (429 \`rate_limited\`). Lists are read to their end by \`links.next\`, whose \`cursor\` says where the next page begins. By its number alone a page of chats can be asked for up to ${LIMITS.chatsPagesMax}, by \`offset\` a chat's history up to ${grouped(LIMITS.historyOffsetMax)}, contacts and groups up to ${grouped(LIMITS.contactsOffsetMax)}; such a page is read from the beginning. Pages drift while chats move.

## Sending twice

\`Idempotency-Key\` (1 to ${LIMITS.idempotencyKeyMaxChars} characters, case counts) makes a retry safe: within ${LIMITS.idempotencyDays} days the same key on the same instance answers 200 with the first message and \`Idempotent-Replayed: true\`, whatever the retry's body is. Of several requests at once one is taken. A refused request uses up no key. If what the first request created is no longer kept, the answer is 404, and nothing is created again.

## API keys

A key is \`full\`, \`send\` (reads, messages, reactions, read marks) or \`read\`; it may be for one instance only, and only for addresses of a list. Each request below says what it needs. Keys are made by the operator or in the panel, never through this API, and are shown once.

## Changes

\`/v1\` only grows: answers may get fields, lists of values may get values, requests may get optional fields. Ignore what you do not know.`;
