import { expect, it } from "vitest";
import type { PhoneChatChange } from "../../../core/domain/chats/asked-change.ts";
import { type ChatFields, MUTED_FOR_EVER } from "../../../core/domain/chats/chat-fields.ts";
import { remainingChange } from "../../../core/domain/chats/remaining-change.ts";

const NOW = new Date("2026-11-20T09:30:05.000Z");
const LATER = NOW.getTime() + 60_000;

it.each<[ChatFields, PhoneChatChange, PhoneChatChange]>([
  [{}, { archived: false, pinned: false, muted_until_ms: null, unread: false }, {}],
  [{ archived: true, pinned_ms: 1 }, { archived: true, pinned: true }, {}],
  [{ archived: true }, { archived: false, pinned: true }, { archived: false, pinned: true }],
  [{ muted_until_ms: LATER }, { muted_until_ms: LATER }, {}],
  [{ muted_until_ms: MUTED_FOR_EVER }, { muted_until_ms: MUTED_FOR_EVER }, {}],
  [{ muted_until_ms: MUTED_FOR_EVER }, { muted_until_ms: null }, { muted_until_ms: null }],
  [{ muted_until_ms: NOW.getTime() }, { muted_until_ms: null }, {}],
  [{ muted_until_ms: NOW.getTime() }, { muted_until_ms: LATER }, { muted_until_ms: LATER }],
  [{ received: 3, read_to: 1 }, { unread: false }, { unread: false }],
  [{ received: 3, read_to: 3 }, { unread: false }, {}],
  [{ marked_unread: true }, { unread: false }, { unread: false }],
  [{ marked_unread: true }, { unread: true }, {}],
  [{ received: 3, read_to: 1 }, { unread: true }, { unread: true }],
])("of a chat %j the change %j leaves %j to be sent", (chat, change, left) => {
  expect(remainingChange(chat, change, NOW)).toEqual(left);
});
