import { describe, expect, it } from "vitest";
import type { PhoneChatChange } from "../../../core/domain/chats/asked-change.ts";
import { MUTED_FOR_EVER } from "../../../core/domain/chats/chat-fields.ts";
import { chatSteps, type PatchedChat } from "../../../session-service/commands/chat-steps.ts";

const NOW = new Date("2026-11-20T09:30:05.000Z");
const last = { network_id: "3EB0", from_me: false, participant: null, at: NOW };
const chat: PatchedChat = { id: "1@s.whatsapp.net", last, archived: false };

/** Returns the field and patch of each step, in order. */
const steps = (change: PhoneChatChange, more: Partial<PatchedChat> = {}) =>
  chatSteps(change, { ...chat, ...more }).map(({ field, mutation }) => {
    const { kind, chat: _id, last: _last, ...value } = { last: null, ...mutation } as Record<string, unknown>;
    return [field, kind, ...Object.values(value)];
  });

describe("the patches of a change", () => {
  it.each<[PhoneChatChange, Partial<PatchedChat>, unknown[][]]>([
    [
      { archived: true },
      {},
      [
        ["archived", "archive", true],
        ["archived", "pin", false],
      ],
    ],
    [{ archived: false }, { archived: true }, [["archived", "archive", false]]],
    [{ pinned: true }, {}, [["pinned", "pin", true]]],
    [
      { pinned: true },
      { archived: true },
      [
        ["pinned", "pin", true],
        ["pinned", "archive", false],
      ],
    ],
    [
      { pinned: true, archived: false },
      { archived: true },
      [
        ["archived", "archive", false],
        ["pinned", "pin", true],
      ],
    ],
    [{ muted_until_ms: MUTED_FOR_EVER }, {}, [["muted_until", "mute", MUTED_FOR_EVER]]],
    [{ muted_until_ms: null }, {}, [["muted_until", "mute", null]]],
    [
      { unread: true, muted_until_ms: 7, pinned: false, archived: false },
      {},
      [
        ["archived", "archive", false],
        ["pinned", "pin", false],
        ["muted_until", "mute", 7],
        ["unread", "mark", true],
      ],
    ],
  ])("%j of a chat with %j", (change, more, expected) => {
    expect(steps(change, more)).toEqual(expected);
  });

  it("name the chat as the phone does, and its last message where a phone needs one", () => {
    const made = chatSteps({ archived: true, muted_until_ms: 7, unread: false }, chat);
    for (const { mutation } of made) expect(mutation).toMatchObject({ chat: chat.id });
    const named = made.map(({ mutation }) => ["last" in mutation && mutation.last === last, mutation.kind]);
    expect(named).toEqual([
      [true, "archive"],
      [false, "pin"],
      [false, "mute"],
      [true, "mark"],
    ]);
  });
});
