import { describe, expect, it } from "vitest";
import { afterTimerSaid, laterTimer } from "../../../core/domain/chats/chat-timer.ts";

describe("a chat's disappearing timer", () => {
  it.each([
    ["is learnt", {}, { sec: 60, ms: 5 }, { timer_sec: 60, timer_ms: 5 }],
    ["is changed", { timer_sec: 60, timer_ms: 5 }, { sec: 90, ms: 6 }, { timer_sec: 90, timer_ms: 6 }],
    ["is switched off", { timer_sec: 60, timer_ms: 5 }, { sec: 0, ms: 5 }, { timer_sec: 0, timer_ms: 5 }],
    ["is not written again", { timer_sec: 60, timer_ms: 5 }, { sec: 60, ms: 9 }, null],
    ["that was never on is not switched off", {}, { sec: 0, ms: 9 }, null],
    ["is not changed by what was said before", { timer_sec: 0, timer_ms: 5 }, { sec: 60, ms: 4 }, null],
  ])("%s", (_, known, said, change) => {
    expect(afterTimerSaid(known, said)).toEqual(change);
  });

  it("of one person's two records is the later one", () => {
    const [early, late] = [
      { timer_sec: 60, timer_ms: 5 },
      { timer_sec: 0, timer_ms: 6 },
    ];
    expect(laterTimer(early, late)).toEqual(late);
    expect(laterTimer(late, early)).toEqual(late);
    expect(laterTimer({}, early)).toEqual(early);
    expect(laterTimer({}, {})).toEqual({});
  });
});
