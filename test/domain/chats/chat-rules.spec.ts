import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../core/contracts/message.ts";
import { afterMark } from "../../../core/domain/chats/after-mark.ts";
import { afterOurs } from "../../../core/domain/chats/after-ours.ts";
import { afterReading } from "../../../core/domain/chats/after-reading.ts";
import { afterReceived } from "../../../core/domain/chats/after-received.ts";
import { type ChatChange, changedChat } from "../../../core/domain/chats/chat-change.ts";
import { type ChatFields, MUTED_FOR_EVER } from "../../../core/domain/chats/chat-fields.ts";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { writtenMs } from "../../../core/domain/chats/message-place.ts";

const NOW = new Date("2026-11-20T12:00:00.500Z");
/** The usual fields of a message, except its place. */
const theirs = { isPersons: true, unarchives: false };

/** A chat that is changed step by step. */
function chat(from: ChatFields = {}) {
  let fields = from;
  let lastIn: number | undefined;
  const change = (made: ChatChange) => {
    fields = changedChat(fields, made);
    return made;
  };
  return {
    get fields() {
      return fields;
    },
    state: () => chatState(fields, NOW),
    receive: (id: string, ms: number, more: Partial<Parameters<typeof afterReceived>[1]> = {}) => {
      lastIn = Math.max(lastIn ?? ms, ms);
      return change(afterReceived(fields, { id, ms, ...theirs, ...more })).set.received;
    },
    go: (id: string, ms: number, origin: Message["origin"] = "api") =>
      change(afterOurs(fields, { id, ms, origin }, lastIn !== undefined && lastIn > ms ? { ms: lastIn } : null)),
    read: (upTo: number) => change(afterReading(fields, upTo)),
    mark: (isUnread: boolean) => change(afterMark(fields, isUnread)),
  };
}

describe("what waits for an answer", () => {
  it.each([
    ["api", false],
    ["panel", false],
    ["phone", false],
    ["ai", false],
    ["otp", false],
    ["auto", true],
    ["broadcast", true],
  ] as const)("a message of origin %s leaves waiting %s", (origin, waiting) => {
    const one = chat();
    one.receive("msg_1", 1_000);
    expect(one.state()).toMatchObject({ waiting: true, unread_count: 1 });
    one.go("msg_2", 2_000, origin);
    expect(one.state()).toMatchObject({ waiting, unread_count: waiting ? 1 : 0 });
    expect(one.fields).toMatchObject({ last_id: "msg_2", last_ms: 2_000 });
  });

  it("a message of the agent ends no wait in a chat of the team", () => {
    for (const handled_by of ["team", "ai", undefined] as const) {
      const one = chat(handled_by && { handled_by });
      one.receive("msg_1", 1_000);
      one.go("msg_2", 2_000, "ai");
      expect(one.state()).toMatchObject({ waiting: handled_by === "team" });
    }
  });

  it("since the first message that nobody answered", () => {
    const one = chat();
    one.receive("msg_1", 1_000);
    one.receive("msg_2", 2_000);
    one.go("msg_3", 3_000, "auto");
    expect(one.fields.waiting_since_ms).toBe(1_000);
    one.go("msg_4", 4_000);
    one.receive("msg_5", 5_000);
    expect(one.fields.waiting_since_ms).toBe(5_000);
  });

  it("nobody in a group, and nobody whom the menu or the AI answers", () => {
    const group = chat();
    group.receive("msg_1", 1_000, { isPersons: false });
    for (const handled_by of ["ai", "menu"] as const) {
      const one = chat({ handled_by });
      one.receive("msg_1", 1_000);
      expect([group, one].map((each) => each.state())).toEqual([
        expect.objectContaining({ waiting: false, unread_count: 1 }),
        expect.objectContaining({ waiting: false, unread_count: 1 }),
      ]);
      expect(chatState({ handled_by, waiting_since_ms: 1 }, NOW).waiting).toBe(false);
    }
    const handedOver = chat({ handled_by: "team" });
    handedOver.receive("msg_1", 1_000);
    expect(handedOver.state().waiting).toBe(true);
  });

  it("still, when an answer comes to light that is older than what they wrote", () => {
    const one = chat();
    one.receive("msg_1", 5_000);
    one.go("msg_2", 4_000, "phone");
    expect(one.state()).toMatchObject({ waiting: true, unread_count: 1 });
    expect(one.fields).toMatchObject({ last_id: "msg_1", last_ms: 5_000 });
  });

  it("not any more, when an answer comes to light behind what went by itself", () => {
    const one = chat();
    one.receive("msg_1", 1_000);
    one.go("msg_3", 3_000, "auto");
    one.go("msg_2", 2_000, "phone");
    expect(one.state()).toMatchObject({ waiting: false, unread_count: 0 });
    expect(one.fields.last_id).toBe("msg_3");
  });
});

describe("what is unread", () => {
  it("is what was received behind the last one read; reading never goes back", () => {
    const one = chat();
    expect(one.receive("msg_1", 1_000)).toBe(1);
    expect(one.receive("msg_2", 2_000)).toBe(2);
    expect(one.receive("msg_3", 3_000)).toBe(3);
    one.read(2);
    expect(one.state().unread_count).toBe(1);
    expect(one.read(1)).toEqual({ set: {}, remove: [] });
    expect(one.state().unread_count).toBe(1);
    one.read(3);
    expect(one.state().unread_count).toBe(0);
    expect(one.receive("msg_4", 4_000)).toBe(4);
    expect(one.state().unread_count).toBe(1);
  });

  it("is never less than nothing, whatever is said to be read", () => {
    const one = chat();
    one.receive("msg_1", 1_000);
    one.read(1_000_000);
    one.receive("msg_2", 2_000);
    expect(one.state().unread_count).toBe(1);
    expect(chatState({ received: 1, read_to: 2 }, NOW).unread_count).toBe(0);
  });

  it("a mark counts as one, and goes with an answer and with a mark as read, but not with a message or a receipt", () => {
    const one = chat();
    one.mark(true);
    expect(one.state().unread_count).toBe(1);
    one.receive("msg_1", 1_000);
    expect(one.state().unread_count).toBe(1);
    one.receive("msg_2", 2_000);
    expect(one.state().unread_count).toBe(2);
    one.read(2);
    expect(one.state().unread_count).toBe(1);
    one.mark(false);
    expect(one.state().unread_count).toBe(0);
    one.mark(true);
    one.go("msg_3", 3_000);
    expect(one.state().unread_count).toBe(0);
    expect(one.fields).not.toHaveProperty("marked_unread");
  });
});

describe("the last message", () => {
  it("of one instant is the one with the later id, in whatever order they come", () => {
    for (const order of [
      ["msg_1", "msg_2"],
      ["msg_2", "msg_1"],
    ]) {
      const one = chat();
      for (const id of order) one.receive(id, 1_000);
      expect(one.fields).toMatchObject({ last_id: "msg_2", received: 2 });
    }
  });

  it("is told to the second by the network: one of this second was written by now, none in the future", () => {
    const at = (time: string) => writtenMs(new Date(time), NOW);
    expect(at("2026-11-20T12:00:00Z")).toBe(NOW.getTime());
    expect(at("2026-11-20T12:00:07Z")).toBe(NOW.getTime());
    expect(at("2026-11-20T11:59:59Z")).toBe(Date.parse("2026-11-20T11:59:59.999Z"));
    expect(at("2026-11-20T11:59:59.200Z")).toBe(Date.parse("2026-11-20T11:59:59.999Z"));
  });

  it("brings a deleted chat back, without what it held; an older one does so, too", () => {
    for (const ms of [900, 1_000]) {
      const received = chat({ last_id: "msg_1", last_ms: 950, hidden_ms: 960 });
      received.receive("msg_2", ms);
      const gone = chat({ last_id: "msg_1", last_ms: 950, hidden_ms: 960 });
      gone.go("msg_2", ms, "broadcast");
      for (const { fields } of [received, gone]) {
        expect(fields).toMatchObject({ cleared_ms: 960, last_ms: Math.max(950, ms) });
        expect(fields).not.toHaveProperty("hidden_ms");
      }
    }
  });

  it("takes a chat out of the archive only when the phone does so", () => {
    const kept = chat({ archived: true });
    kept.receive("msg_1", 1_000);
    expect(kept.fields.archived).toBe(true);
    kept.receive("msg_2", 2_000, { unarchives: true });
    expect(kept.fields).not.toHaveProperty("archived");
  });
});

describe("whatever happens to a chat, in whatever order", () => {
  const ms = fc.integer({ min: 1, max: 20 });
  const id = fc.integer({ min: 10, max: 99 }).map((n) => `msg_${n}`);
  const origin = fc.constantFrom("api", "phone", "auto", "broadcast", "ai" as Message["origin"]);
  const step = fc.oneof(
    fc.record({ do: fc.constant("receive" as const), id, ms }),
    fc.record({ do: fc.constant("go" as const), id, ms, origin }),
    fc.record({ do: fc.constant("read" as const), upTo: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ do: fc.constant("mark" as const), isUnread: fc.boolean() }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const play = (steps: Step[]) => {
    const one = chat();
    for (const each of steps) {
      if (each.do === "receive") one.receive(each.id, each.ms);
      else if (each.do === "go") one.go(each.id, each.ms, each.origin);
      else if (each.do === "read") one.read(each.upTo);
      else one.mark(each.isUnread);
    }
    return one;
  };

  it("its last message is the latest, and its counts stand in order", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { fields } = play(steps);
        const places = steps.flatMap((each) => ("id" in each ? [[each.ms, each.id] as const] : []));
        const last = places.toSorted((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)).at(-1);
        expect([fields.last_ms, fields.last_id]).toEqual(last ? [...last] : [undefined, undefined]);
        expect(fields.read_to ?? 0).toBeLessThanOrEqual(fields.received ?? 0);
        expect(fields.received ?? 0).toBe(steps.filter((each) => each.do === "receive").length);
      }),
    );
  });

  it("what is told a second time changes nothing", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), fc.nat(), (steps, n) => {
        const twice = steps.filter((each) => each.do !== "receive");
        const again = twice[n % Math.max(1, twice.length)];
        if (!again) return;
        const once = play([...steps, again]);
        expect(play([...steps, again, again]).fields).toEqual(once.fields);
      }),
    );
  });
});

describe("what a customer sees of a mute", () => {
  it.each([
    [undefined, null],
    [MUTED_FOR_EVER, "forever"],
    [NOW.getTime(), null],
    [NOW.getTime() - 1, null],
    [Date.parse("2026-11-20T13:00:00Z"), "2026-11-20T13:00:00+00:00"],
  ])("%s: %s", (muted_until_ms, muted_until) => {
    expect(chatState({ ...(muted_until_ms !== undefined && { muted_until_ms }) }, NOW).muted_until).toBe(muted_until);
  });
});
