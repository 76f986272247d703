import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "vitest";
import { shortName } from "../../../core/domain/chats/short-name.ts";
import { packLastBroadcast } from "../../../core/records/broadcasts/last-broadcast.ts";
import { indexEntries } from "../../../core/records/chats/index-entries.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { itemBytes } from "../../../local/aws/dynamo/capacity.ts";

const ULID = "01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const INSTANCE = `inst_${ULID}`;
/** The longest possible phone number and private ID. */
const PHONE = "9".repeat(15);
const PRIVATE_ID = `${"9".repeat(15)}@lid`;
const MS = Date.parse("2026-11-20T12:34:56.789Z");
const TIME = new Date(MS).toISOString();
const MANY = 99_999;
/** The maximum number of labels that one request can add to a chat. */
const LABELS = 20;

/**
 * Returns a record with every field. If a field is added to the type, the build breaks until it is added here. Names
 * are in the form that `shortName` returns.
 */
const everything = (name: string): Required<PersonRecord> => ({
  last_id: `msg_${ULID}`,
  last_ms: MS,
  received: MANY,
  read_to: MANY,
  marked_unread: true,
  waiting_since_ms: MS,
  archived: true,
  pinned_ms: MS,
  muted_until_ms: MS,
  labels: Array.from({ length: LABELS }, (_, n) => 981 + n),
  labels_rev: 99_999,
  handled_by: "team",
  assignee: `usr_${ULID}`,
  closed_ms: MS,
  case_ms: MS,
  snoozed_ms: MS,
  name: shortName(name) ?? "",
  phone_chat_id: PRIVATE_ID,
  hidden_ms: MS,
  cleared_ms: MS,
  last_in_at: TIME,
  last_in_id: "3EB0".padEnd(40, "A"),
  first_out_day: TIME.slice(0, 10),
  first_out_at: TIME,
  waiting: 500,
  phone: PHONE,
  chat_id: PRIVATE_ID,
  contact_name: shortName(name),
  opted_out_ms: MS,
  brd: packLastBroadcast({ id: `brd_${ULID}`, gen: 9, page: 99, at: 99, ms: MS, answered: true, overtaken: true }),
  verified: "behind",
  blocked: true,
  first_in_at: TIME,
  private_id: PRIVATE_ID,
  own_form: true,
  form: "", // of a country whose plan tells it; elsewhere a few bytes more, of hardly anybody
  merged_into: PHONE,
  timer_sec: 7_776_000,
  timer_ms: MS,
  named_ms: MS,
});

/**
 * Returns the size of the largest possible record of a person who sends messages, without fields that never occur
 * together.
 * @param hasTimer whether the chat has a disappearing-message timer. @param isTeams whether the chat is assigned to a
 * member and closed.
 * @param labels the number of labels on the chat.
 */
function largest(name: string, { hasTimer = false, isTeams = false, labels = LABELS } = {}): number {
  // These fields can't occur together with the other fields: a person who wrote has answered, a merged record has no
  // other fields, and a deleted chat isn't in any list.
  const { first_out_day, first_out_at, own_form, merged_into, named_ms, hidden_ms, ...all } = everything(name);
  const { timer_sec, timer_ms, assignee, closed_ms, case_ms, snoozed_ms, ...plain } = all;
  const record = {
    ...plain,
    ...(hasTimer && { timer_sec, timer_ms }),
    ...(isTeams && { assignee, closed_ms }), // a closed chat is not set aside, and has no open case
    labels: all.labels.slice(0, labels),
  };
  const { set } = indexEntries(INSTANCE, PHONE, record);
  return itemBytes(marshall({ ...keys.person(INSTANCE, PHONE), ...set, ...record }));
}

describe("a person's record with everything in it", () => {
  it.each([
    ["letters", "a".repeat(100)],
    ["right to left", "ש".repeat(100)],
    ["of three bytes", "語".repeat(100)],
    ["of many", "👨‍👩‍👧‍👦".repeat(100)],
  ])("stays under a kilobyte, so that each message writes it for one unit: %s", (_, name) => {
    expect(largest(name)).toBeLessThanOrEqual(1_024);
  });

  it.each([
    ["letters", "a".repeat(100)],
    ["of three bytes", "語".repeat(100)],
  ])("stays so with the timer of a chat whose messages disappear, and thirteen labels: %s", (_, name) => {
    expect(largest(name, { hasTimer: true, labels: 13 })).toBeLessThanOrEqual(1_024);
  });

  it("is a little above it with a timer and twenty labels", () => {
    expect(largest("a".repeat(100), { hasTimer: true })).toBeLessThan(1_055);
  });

  it("is a little above it where a team assigns and closes chats, with twenty labels", () => {
    expect(largest("a".repeat(100), { isTeams: true })).toBeLessThan(1_085);
  });

  it("is a little above it with two names of emoji alone, as long as the messenger's are: cut, they would be wrong", () => {
    expect(largest("😀".repeat(100))).toBeLessThan(1_065);
  });
});
