import { describe, expect, it } from "vitest";
import { historyWindow } from "../../core/domain/chats/history-window.ts";

const LINKED = new Date("2026-11-20T12:00:00Z");
const days = (days: number) => new Date(LINKED.getTime() + days * 86_400_000);

describe("the part of a phone's past that is taken in", () => {
  it("is a day before the link; what was written since should have been received", () => {
    const { keptFrom, missedFrom } = historyWindow(LINKED, LINKED);
    expect(keptFrom).toEqual(days(-1));
    expect(missedFrom).toEqual(new Date("2026-11-20T12:00:01Z"));
  });

  it("is no longer than a week, when the phone hands it over again later", () => {
    const { keptFrom, missedFrom } = historyWindow(LINKED, days(30));
    expect(keptFrom).toEqual(days(23));
    expect(missedFrom).toEqual(days(23));
  });
});
