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
export const DESCRIPTION = `Send and receive messages through phone numbers that you link. A send request is accepted with 202. Events then report what happens to the message.

## Requests and answers

Send \`Authorization: Bearer <API_KEY>\` with every request, and \`Content-Type: application/json\` with every body. A response contains its result under \`data\`. Every response has an \`X-Request-Id\` header. Query parameters and fields that do not exist are ignored, and the response lists them in \`X-Ignored\`. Times are ISO 8601 with offset.

A list response contains \`data\`, \`links.next\` (an absolute address, null on the last page) and \`meta\`.

## Errors

An error is \`{ "message", "code" }\`: a message in plain words for people, and a stable code for programs. With \`validation_failed\`, \`errors\` lists the wrong fields and what is wrong with each. If a phone number can't exist, the error names the likely mistake, such as a missing country code. If the response has a \`Retry-After\` header, wait that many seconds before you try again.

| Code | Status | Meaning |
|---|---|---|
${errorRows}

A path that does not exist returns 404 \`not_found\`. A method that the path does not support returns 405 \`bad_request\` with an \`Allow\` header. A body over ${LIMITS.bodyMaxBytes / 1024 / 1024} MB returns 413 \`bad_request\`. If a request is refused for several reasons, the error reports the first in this order: path, method, key, the address that the key is used from, account, rate, kind of key, plan, body, fields. An id that belongs to another account is treated as one that does not exist.

## Events as they happen

\`GET /v1/events/stream\` is a WebSocket with the same events, filters and rights as \`GET /v1/events\`. It sends three kinds of JSON frames:

- \`{"kind":"event","event":{…}}\` contains an event.
- \`{"kind":"ping","silent_sec":…}\` gives the number of seconds without a frame after which the connection is dead.
- \`{"kind":"behind"}\` is sent before the stream closes the connection of a client that has not read anything for ${LIMITS.streamBehindAfterSec} seconds.

Don't send anything to the stream. When the connection closes, connect again with the last event's id as \`after\`, or poll with this id. On AWS, WebSockets have a separate address, which is in a ticket's \`url\` and in the 426 response of this path. A gateway without the stream returns 404. The number of connections at a time, per account and per key: ${streams}.

## Limits

An account can make ${LIMITS.apiRequestsPerMinute} requests a minute, and a key can poll \`GET /v1/events\` ${LIMITS.eventPollsPerMinute} times a minute. Both are counted in a sliding window. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) report the current state. If two limits apply, the headers show the one that is closer to being reached. Requests are not counted if they are refused with 401, because the address is not on the key's list, or because the account is suspended.

| Plan | Expires after | Instances | Requests a month | Messages a day |
|---|---|---|---|---|
${planRows}

Months and days are in UTC. Requests beyond the monthly limit and messages beyond the daily limit return 429 \`plan_limit\`. Instances beyond the limit, and sends after the trial, return 403 \`plan_limit\`. After the trial, you can still read everything, and messages from people still arrive.

The next table limits broadcasts that have not started (drafts and scheduled broadcasts), the total number of people in them, and the number of people stored per day (UTC) in created or changed broadcasts:

| Plan | Broadcasts not started | People in them | People a day |
|---|---|---|---|
${broadcastRows}

Beyond the first two limits, the response is 403 \`plan_limit\`. Beyond the third, it is 429 \`plan_limit\`.

An account can send ${LIMITS.sentFileBytesPerDay / 1024 ** 3} GB of files a day (429 \`file_budget_used\`). Up to ${grouped(LIMITS.waitingMessagesPerInstance)} messages can wait on one instance, at most ${grouped(LIMITS.waitingFirstMessagesPerInstance)} of them to people who have never written (429 \`backlog_full\`).

With more than ${grouped(LIMITS.searchedFreely)} people and groups, a key can search chats or contacts ${LIMITS.chatSearchesPerMinute} times a minute (429 \`rate_limited\`). To read a whole list, follow \`links.next\`, whose \`cursor\` marks the start of the next page. You can also request a page of chats by its number, up to ${LIMITS.chatsPagesMax}. With \`offset\`, you can reach up to ${grouped(LIMITS.historyOffsetMax)} in a chat's history, and up to ${grouped(LIMITS.contactsOffsetMax)} in contacts and groups. Such pages are counted from the start of the list, so their contents shift when chats move.

## Sending twice

An \`Idempotency-Key\` (1 to ${LIMITS.idempotencyKeyMaxChars} characters, case-sensitive) makes retries safe. For ${LIMITS.idempotencyDays} days, a request with the same key on the same instance returns 200 with the first message and \`Idempotent-Replayed: true\`, regardless of the body. If several requests with the same key arrive at the same time, only one is carried out. A refused request does not use up its key. If the object that the first request created has been deleted, the response is 404, and nothing is created again.

## API keys

A key is of kind \`full\`, \`send\` (reads, messages, reactions and read marks) or \`read\`. It can be limited to one instance and to a list of addresses. Each request below states which key it needs. Keys are created by the operator or in the panel, never through this API, and are shown only once.

## Changes

\`/v1\` only grows. Responses may get new fields, lists of values may get new values, and requests may get new optional fields. Ignore anything that you don't recognize.`;
