import type { BaileysEventMap } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { settingsIn } from "../../../session-service/baileys/settings/settings-in.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ANA = "15550001002@s.whatsapp.net";
/**
 * In a settings update, the fields are next to `conditional`. Updates created from messages don't have `conditional`.
 */
const chat = (fields: Record<string, unknown>) =>
  settingsIn("chats.update", [{ id: ANA, conditional: undefined, ...fields }], NOW).map(({ value }) => value);
const mirrored = (what: Record<string, unknown>) => [{ chat: ANA, what }];

describe("a change of settings in an event of the library", () => {
  it("is one for each field that says something", () => {
    expect(chat({ archived: true, pinned: NOW.getTime(), muteEndTime: -1, unreadCount: 0 })).toEqual([
      { chat: ANA, what: { kind: "archive", archived: true } },
      { chat: ANA, what: { kind: "pin", at_ms: NOW.getTime() } },
      { chat: ANA, what: { kind: "mute", until_ms: -1 } },
      { chat: ANA, what: { kind: "mark", unread: false } },
    ]);
  });

  it("is none when a message made it, and unread counts that the library added up are none", () => {
    expect(settingsIn("chats.update", [{ id: ANA, archived: false, unreadCount: 1 }], NOW)).toEqual([]);
    for (const unreadCount of [1, 2, -2, null, Number.NaN, "0"]) expect(chat({ unreadCount })).toEqual([]);
  });

  it.each([
    ["a mute without an end is none", { muteEndTime: 0 }, { kind: "mute", until_ms: null }],
    ["a mute until after the network's times is none", { muteEndTime: 1e300 }, { kind: "mute", until_ms: null }],
    ["a mute that is no time is none", { muteEndTime: {} }, { kind: "mute", until_ms: null }],
    ["a pin of the year 1970 is of now", { pinned: 5 }, { kind: "pin", at_ms: NOW.getTime() }],
    ["a pin of next year is of now", { pinned: NOW.getTime() * 2 }, { kind: "pin", at_ms: NOW.getTime() }],
  ])("%s", (_what, fields, expected) => {
    expect(chat(fields)).toEqual(mirrored(expected));
  });

  it.each(["", "ana", "x".repeat(5_000), `${ANA}#1`, "1@lid\0", "status@broadcast", null, 7, {}])(
    "of something that is no chat is none: %j",
    (id) => {
      expect(settingsIn("chats.update", [{ id, archived: true, conditional: undefined }], NOW)).toEqual([]);
      expect(settingsIn("chats.delete", [id], NOW)).toEqual([]);
      expect(settingsIn("contacts.upsert", [{ id, name: "A" }], NOW)).toEqual([]);
    },
  );

  it("has a name of a thousand characters at most, and a label's own id and colour within bounds", () => {
    const [contact] = settingsIn("contacts.upsert", [{ id: ANA, name: "n".repeat(9_000), lid: "77@lid" }], NOW);
    expect(contact?.value).toEqual({
      contact: ANA,
      other: "77@lid",
      what: { kind: "saved", name: "n".repeat(1_000) },
    });
    const label = (fields: Record<string, unknown>) => settingsIn("labels.edit", fields, NOW).map(({ value }) => value);
    expect(label({ id: "3", name: "Paid", color: 99, deleted: "yes" })).toEqual([
      { kind: "edit", label: "3", name: "Paid", color: null, deleted: false },
    ]);
    expect(label({ id: "x#y" })).toEqual([]);
    expect(label({ id: "9".repeat(300) })).toEqual([]);
  });

  it("puts labels on chats alone, not on messages", () => {
    const put = (association: Record<string, unknown>) =>
      settingsIn("labels.association", { type: "add", association }, NOW).map(({ value }) => value);
    expect(put({ type: "label_jid", chatId: ANA, labelId: "3" })).toEqual([
      { kind: "chat", label: "3", chat: ANA, labeled: true },
    ]);
    expect(put({ type: "label_message", chatId: ANA, labelId: "3", messageId: "A" })).toEqual([]);
  });

  it("is none in any other event, whatever it holds", () => {
    const events: (keyof BaileysEventMap)[] = ["messages.upsert", "presence.update", "creds.update"];
    for (const event of events) expect(settingsIn(event, [{ id: ANA, archived: true }], NOW)).toEqual([]);
    for (const data of [null, undefined, 7, "x", {}]) expect(settingsIn("chats.update", data, NOW)).toEqual([]);
  });
});
