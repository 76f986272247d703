import { describe, expect, it } from "vitest";
import { afterReceived } from "../../../core/domain/chats/after-received.ts";
import { afterTeamChange, isSnoozed, type TeamChange } from "../../../core/domain/chats/after-team-change.ts";
import type { ChatFields } from "../../../core/domain/chats/chat-fields.ts";
import { unitedChat } from "../../../core/domain/chats/united-chat.ts";

const NOW = new Date("2026-11-20T09:30:05.000Z");
const MS = NOW.getTime();
const LATER = MS + 60_000;

it.each<[ChatFields, TeamChange, object]>([
  [{}, { assignee: "usr_1" }, { set: { assignee: "usr_1" }, remove: [] }],
  [{ assignee: "usr_1" }, { assignee: "usr_1" }, { set: {}, remove: [] }],
  [{ assignee: "usr_1" }, { assignee: null }, { set: {}, remove: ["assignee"] }],
  [{}, { assignee: null }, { set: {}, remove: [] }],
  [{}, { closed: true }, { set: { closed_ms: MS }, remove: [] }],
  [{ closed_ms: 1 }, { closed: true }, { set: {}, remove: [] }],
  [{ closed_ms: 1 }, { closed: false }, { set: { case_ms: 0 }, remove: ["closed_ms"] }],
  [{ case_ms: 5 }, { closed: true }, { set: { closed_ms: MS }, remove: ["case_ms"] }],
  // Closing a chat ends the person's wait, but the chat stays assigned to its member.
  [
    { waiting_since_ms: 5, assignee: "usr_1", snoozed_ms: LATER },
    { closed: true },
    { set: { closed_ms: MS }, remove: ["snoozed_ms", "waiting_since_ms"] },
  ],
  [{ closed_ms: 1 }, { snoozed_ms: LATER }, { set: { case_ms: 0, snoozed_ms: LATER }, remove: ["closed_ms"] }],
  [{ snoozed_ms: LATER }, { snoozed_ms: null }, { set: {}, remove: ["snoozed_ms"] }],
  [{ snoozed_ms: LATER }, { snoozed_ms: LATER }, { set: {}, remove: [] }],
])("a chat %j after its team asked for %j", (chat, asked, change) => {
  expect(afterTeamChange(chat, asked, NOW)).toEqual(change);
});

it("is set aside until its time and no longer", () => {
  const shown = [{ snoozed_ms: MS + 1 }, { snoozed_ms: MS }, {}].map((chat) => isSnoozed(chat, NOW));
  expect(shown).toEqual([true, false, false]);
});

it.each([true, false])(
  "is open again once somebody writes, and keeps its member (a person's chat: %s)",
  (isPersons) => {
    const chat = { assignee: "usr_1", closed_ms: 1, snoozed_ms: LATER };
    const { set, remove } = afterReceived(chat, { id: "msg_1", ms: 2, isPersons, unarchives: false });
    expect(remove).toEqual(["closed_ms", "snoozed_ms"]);
    expect(set).not.toHaveProperty("assignee");
  },
);

describe("two chats that turn out to be one person's", () => {
  const open = { last_ms: 5, last_id: "msg_5" };

  it("are closed or set aside only if both were", () => {
    const closed = { ...open, closed_ms: 7, snoozed_ms: 9 };
    expect(unitedChat(closed, open)).not.toHaveProperty("closed_ms");
    expect(unitedChat(closed, open)).not.toHaveProperty("snoozed_ms");
    expect(unitedChat(closed, { ...closed, closed_ms: 8 })).toMatchObject({ closed_ms: 8, snoozed_ms: 9 });
    expect(unitedChat(closed, {})).toMatchObject({ closed_ms: 7, snoozed_ms: 9 });
  });

  it("belong to the member who had the later one, or the only one", () => {
    const later = { last_ms: 6, last_id: "msg_6", assignee: "usr_2" };
    expect(unitedChat({ ...open, assignee: "usr_1" }, later).assignee).toBe("usr_2");
    expect(unitedChat({ ...open, assignee: "usr_1" }, { last_ms: 6, last_id: "msg_6" }).assignee).toBe("usr_1");
  });
});
