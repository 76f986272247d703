import { describe, expect, it } from "vitest";
import type { Chat } from "../../../core/contracts/chats/chat.ts";
import { hiddenTabPaceSec } from "../../../core/domain/accounts/hidden-tab-pace.ts";
import { deservesNotice } from "../../../core/domain/chats/deserves-notice.ts";

const LAST = { id: "msg_1", type: "text", body: "Hello", status: "received", created_at: "2026-11-28T10:00:00+00:00" };
const CHAT = { type: "person", waiting: true, archived: false, muted_until: null, assigned_to: null } as const;
const chat = (change: Partial<Chat>, direction: "in" | "out" = "in") =>
  ({ ...CHAT, last_message: { ...LAST, direction } as Chat["last_message"], ...change }) as const;

describe("a team is notified", () => {
  it.each([
    ["of a person who waits for an answer", chat({}), true],
    ["of what is written in a group", chat({ type: "group", waiting: false }), true],
    ["not of what we wrote", chat({}, "out"), false],
    ["not of a person whom the menu or the AI answers", chat({ waiting: false }), false],
    ["not of a chat muted for ever", chat({ muted_until: "forever" }), false],
    ["not of a group muted until a time", chat({ type: "group", muted_until: "2026-11-29T10:00:00+00:00" }), false],
    ["not of an archived chat", chat({ archived: true }), false],
    ["not of a channel", chat({ type: "channel", waiting: false }), false],
    ["not of a chat without a message", chat({ last_message: null }), false],
    ["of a chat of one's own", chat({ assigned_to: { id: "usr_me", name: "Mel" } }), true],
    ["not of a chat of a colleague", chat({ assigned_to: { id: "usr_ana", name: "Ana" } }), false],
    ["not of a group of a colleague", chat({ type: "group", assigned_to: { id: "usr_ana", name: "Ana" } }), false],
    ["of a chat of somebody who may no longer answer", chat({ assigned_to: { id: "usr_gone", name: null } }), true],
  ])("%s", (_, given, isNotified) => {
    expect(deservesNotice(given, new Set(["usr_ana"]))).toBe(isNotified);
  });
});

describe("a hidden tab", () => {
  it.each([
    [0, 20],
    [1, 20],
    [2, 25],
    [10, 125],
  ])("of an account with %i numbers asks every %i seconds", (numbers, seconds) => {
    expect(hiddenTabPaceSec(numbers)).toBe(seconds);
  });
});
