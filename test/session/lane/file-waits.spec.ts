import { describe, expect, it } from "vitest";
import { CHAT_WAITS_MS, FileWaits } from "../../../session-service/lane/file-waits.ts";

const START = Date.parse("2026-03-02T12:00:00Z");
const at = (sec: number) => new Date(START + sec * 1_000);
const FIRST_LINE = at(-100);
const SECOND_LINE = at(90);

/** Checks once per second, from `fromSec` to `toSec`. */
function look(waits: FileWaits, fromSec: number, toSec: number, openedAt: Date | null): void {
  for (let sec = fromSec; sec <= toSec; sec++) waits.count(at(sec), openedAt);
}

describe("how long a chat waits for a file", () => {
  it("is counted from the beginning of its preparation, not again from each attempt", () => {
    const waits = new FileWaits();
    waits.begin("msg_1", at(0), FIRST_LINE);
    look(waits, 1, 30, FIRST_LINE);
    waits.begin("msg_1", at(30), FIRST_LINE);
    look(waits, 31, 59, FIRST_LINE);

    expect(waits.isOver("msg_1")).toBe(false);
    expect(waits.nextInMs()).toBe(1_000);
    waits.count(at(60), FIRST_LINE);
    expect(waits.isOver("msg_1")).toBe(true);
    expect(waits.nextInMs()).toBeNull();
  });

  it("does not count the time without a connection", () => {
    const waits = new FileWaits();
    waits.begin("msg_1", at(0), FIRST_LINE);
    look(waits, 1, 50, FIRST_LINE);
    look(waits, 51, 89, null);
    look(waits, 90, 99, SECOND_LINE);

    expect(waits.nextInMs()).toBe(1_000);
    waits.count(at(100), SECOND_LINE);
    expect(waits.isOver("msg_1")).toBe(true);
  });

  it("does not count the time between two connections, either, when nobody saw the first one end", () => {
    const waits = new FileWaits();
    waits.begin("msg_1", at(0), FIRST_LINE);
    waits.count(at(5), SECOND_LINE);

    expect(waits.nextInMs()).toBe(CHAT_WAITS_MS);
  });

  it("counts no more than ten seconds of a time in which the task stood still", () => {
    const waits = new FileWaits();
    waits.begin("msg_1", at(0), FIRST_LINE);
    waits.count(at(90), FIRST_LINE);

    expect(waits.nextInMs()).toBe(CHAT_WAITS_MS - 10_000);
  });

  it("never grows by a clock that went back", () => {
    const waits = new FileWaits();
    waits.begin("msg_1", at(100), FIRST_LINE);
    look(waits, 0, 59, FIRST_LINE);

    expect(waits.isOver("msg_1")).toBe(false);
  });

  it("is forgotten with the message", () => {
    const waits = new FileWaits();
    waits.begin("msg_1", at(0), FIRST_LINE);
    waits.begin("msg_2", at(0), FIRST_LINE);
    waits.keep((id) => id === "msg_2");
    look(waits, 1, 60, FIRST_LINE);

    expect([waits.isOver("msg_1"), waits.isOver("msg_2")]).toEqual([false, true]);
  });
});
