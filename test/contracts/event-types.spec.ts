import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { DEFAULT_EVENTS, EVENT_TYPE_NAMES, type EventType } from "../../core/contracts/event-types.ts";
import { EVENT_DATA } from "../../core/contracts/events/event-data.ts";
import { testMessage } from "../../core/domain/messages/test-message.ts";

const CONTRACTS = fileURLToPath(new URL("../../core/contracts", import.meta.url));
const AT = "2026-11-20T09:30:00+00:00";
const message = { ...testMessage("msg_1", "inst_1", new Date(AT)) };
const call = { id: "c", instance_id: "inst_1", chat_id: "5511@s.whatsapp.net", phone: "5511", is_video: false, at: AT };
const otp = { id: "otp_1", instance_id: "inst_1", channel: "code", reference: null, phone: "5511" };
const broadcast = {
  id: "brd_1",
  instance_id: "inst_1",
  name: "Sale",
  status: "paused",
  reason: { code: "paused_by_you", text: "You paused it." },
  progress: { total: 1 },
  started_at: AT,
  completed_at: null,
};

const teamsChat = {
  instance_id: "inst_1",
  chat_id: "5511@s.whatsapp.net",
  assigned_to: null,
  user_id: null,
  key_id: "key_1",
};

const made = {
  id: "exp_1",
  instance_id: null,
  progress: { records: 1, files: 0 },
  size_bytes: 100,
  created_at: AT,
  expires_at: AT,
};

/** A valid `data` object for each type, and one of its required fields. */
const EXAMPLES: Record<EventType, [data: Record<string, unknown>, field: string]> = {
  "message.received": [message, "id"],
  "message.sent_from_phone": [{ ...message, origin: "phone", direction: "out", status: "sent" }, "origin"],
  "message.status": [message, "status"],
  "message.edited": [{ ...message, edited_at: AT }, "edited_at"],
  "message.deleted": [{ ...message, body: null, deleted_at: AT }, "deleted_at"],
  "message.poll_vote": [{ ...message, type: "poll", vote: "5511", selected_options: [] }, "selected_options"],
  "message.reaction": [{ ...message, reacted: "5511", emoji: null, at: AT }, "reacted"],
  "group.message": [{ ...message, chat_id: "1@g.us", participant: "5511" }, "chat_id"],
  "group.update": [{ instance_id: "inst_1", chat_id: "1@g.us", change: "updated", subject: "Team", at: AT }, "change"],
  "chat.assigned": [{ ...teamsChat, was_assigned_to: { id: "usr_1", name: null }, at: AT }, "was_assigned_to"],
  "chat.closed": [{ ...teamsChat, closed_at: AT }, "closed_at"],
  "call.received": [{ ...call, rejected: false }, "rejected"],
  "call.rejected": [call, "at"],
  "instance.status": [{ id: "inst_1", external_ref: null, status: "working", phone: "5511" }, "status"],
  "otp.completed": [{ ...otp, verified_at: AT }, "verified_at"],
  "otp.failed": [{ ...otp, reason: "send_failed", failed_at: AT }, "reason"],
  "broadcast.paused": [broadcast, "progress"],
  "broadcast.completed": [{ ...broadcast, status: "completed", reason: null }, "reason"],
  "export.completed": [{ ...made, status: "done", reason: null, done_at: AT }, "done_at"],
  "export.failed": [{ ...made, status: "failed", reason: "erased", done_at: null }, "reason"],
  "webhook.test": [message, "body"],
};

describe.each(EVENT_TYPE_NAMES)("%s", (type) => {
  it("has a schema for its data that takes the right one, knows its fields, and has a JSON form", () => {
    const [data, field] = EXAMPLES[type];
    const schema = EVENT_DATA[type];

    expect(schema.safeParse(data).error?.issues).toBeUndefined();
    expect(schema.safeParse({ ...data, a_field_of_tomorrow: 1 }).success).toBe(true);
    const { [field]: _left, ...without } = data;
    expect(schema.safeParse(without).success).toBe(false);
    expect(() => z.toJSONSchema(schema)).not.toThrow();
  });
});

it("groups' events and the team's own are received only when chosen; webhook.test is no choice", () => {
  expect(EVENT_TYPE_NAMES.filter((type) => !DEFAULT_EVENTS.includes(type))).toEqual([
    "group.message",
    "group.update",
    "chat.assigned",
    "chat.closed",
    "webhook.test",
  ]);
});

it("the event table works in a browser: it and what it imports use zod and nothing of Node", () => {
  const seen = new Set<string>();
  const foreign: string[] = [];
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/from "([^"]+)"/g)) {
      if (name.startsWith(".")) visit(resolve(dirname(path), name));
      else if (name !== "zod") foreign.push(`${relative(CONTRACTS, path)} imports ${name}`);
    }
  };
  visit(resolve(CONTRACTS, "event-types.ts"));

  expect(foreign).toEqual([]);
  expect([...seen].every((path) => path.startsWith(CONTRACTS))).toBe(true);
});
