import { expect, it } from "vitest";
import { hasMemoryRoom } from "../../../session-service/fleet/memory-room.ts";

it.each([
  { used: 0.79, room: true },
  { used: 0.8, room: false },
  { used: 1.2, room: false },
])("a task that uses $used of its memory has room for more numbers: $room", ({ used, room }) => {
  expect(hasMemoryRoom(() => ({ used: used * 4e9, allowed: 4e9 }))).toBe(room);
});

it("this process has room, whether or not its memory is limited", () => {
  expect(hasMemoryRoom()).toBe(true);
});
