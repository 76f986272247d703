import { describe, expect, it } from "vitest";
import { checkChatChange } from "../../../core/domain/chats/asked-change.ts";
import { MUTED_FOR_EVER } from "../../../core/domain/chats/chat-fields.ts";

const NOW = new Date("2026-11-20T09:30:05.000Z");
const in300Days = "2027-09-16T09:30:05+00:00";

describe("what a request asks of a chat", () => {
  it.each([
    [{}, {}],
    [
      { archived: true, pinned: false },
      { archived: true, pinned: false },
    ],
    [
      { pinned: true, archived: false },
      { pinned: true, archived: false },
    ],
    [{ muted_until: null }, { muted_until_ms: null }],
    [{ muted_until: "forever" }, { muted_until_ms: MUTED_FOR_EVER }],
    [{ muted_until: in300Days }, { muted_until_ms: Date.parse(in300Days) }],
    [{ muted_until: "2026-11-20T06:30:06-03:00" }, { muted_until_ms: NOW.getTime() + 1_000 }],
    [{ unread: false }, { unread: false }],
  ])("%j is taken", (asked, change) => {
    expect(checkChatChange(asked, NOW)).toEqual({ change });
  });

  it.each([
    [{ archived: true, pinned: true }, "pinned"],
    [{ muted_until: "2026-11-20T09:30:05+00:00" }, "muted_until"],
    [{ muted_until: "2020-01-01T00:00:00Z" }, "muted_until"],
    [{ muted_until: "2027-11-22T09:30:05+00:00" }, "muted_until"],
  ])("%j is refused, in words about %s", (asked, field) => {
    expect(checkChatChange(asked, NOW)).toEqual({ errors: { [field]: [expect.stringMatching(/^\S.*\.$/)] } });
  });
});
