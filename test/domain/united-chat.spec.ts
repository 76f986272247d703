import { describe, expect, it } from "vitest";
import { unitedChat } from "../../core/domain/chats/united-chat.ts";

const EARLY = 1_000;
const LATE = 2_000;

describe("one chat out of two of the same person", () => {
  it("sums what was received and read, and stands where the later one stood", () => {
    const open = { last_id: "msg_1", last_ms: EARLY, received: 3, read_to: 1 };
    const hidden = { last_id: "msg_2", last_ms: LATE, received: 4 };
    expect(unitedChat(open, hidden)).toEqual({ last_id: "msg_2", last_ms: LATE, received: 7, read_to: 1 });
    expect(unitedChat(open, null)).toEqual(open);
    expect(unitedChat(null, hidden)).toEqual(hidden);
    expect(unitedChat(null, null)).toEqual({});
  });

  it("waits as long as the one that waits longer, and is marked as unread when one of them was", () => {
    const open = { last_ms: LATE, waiting_since_ms: LATE, marked_unread: true };
    expect(unitedChat(open, { last_ms: EARLY, waiting_since_ms: EARLY })).toEqual({
      last_ms: LATE,
      waiting_since_ms: EARLY,
      marked_unread: true,
    });
  });

  it("is archived, pinned, muted and answered as the one with the later last message", () => {
    const settings = { archived: true, pinned_ms: 5, muted_until_ms: -1, handled_by: "team" as const };
    expect(unitedChat({ last_ms: EARLY, ...settings }, { last_ms: LATE })).toEqual({ last_ms: LATE });
    expect(unitedChat({ last_ms: LATE, ...settings }, { last_ms: EARLY, pinned_ms: 9 })).toEqual({
      last_ms: LATE,
      ...settings,
    });
  });

  it("keeps what the phone said of one in which nobody ever wrote", () => {
    expect(unitedChat({ archived: true, phone_chat_id: "a" }, { last_ms: LATE, pinned_ms: 9 })).toEqual({
      last_ms: LATE,
      archived: true,
      pinned_ms: 9,
      phone_chat_id: "a",
    });
    expect(unitedChat(null, { archived: true })).toEqual({ archived: true });
  });

  it("has the labels of both, in order", () => {
    expect(unitedChat({ labels: [2, 7] }, { labels: [1, 2] })).toEqual({ labels: [1, 2, 7] });
  });

  it("is deleted only when both were; the past of neither goes with the other's", () => {
    const deleted = { last_ms: EARLY, hidden_ms: 1_500 };
    expect(unitedChat(deleted, { last_ms: LATE })).toEqual({ last_ms: LATE });
    expect(unitedChat(deleted, { last_ms: LATE, hidden_ms: 2_500 })).toEqual({ last_ms: LATE, hidden_ms: 2_500 });
    expect(unitedChat(deleted, { last_ms: LATE, cleared_ms: 1_700 })).toEqual({ last_ms: LATE, cleared_ms: 1_500 });
    expect(unitedChat(deleted, { archived: true })).toEqual({ ...deleted, archived: true });
  });
});
