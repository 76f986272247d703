import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { connectGate } from "../../../session-service/connection/connect-gate.ts";

const never = new AbortController().signal;
/** Creates a clock that only the test advances. */
const still = () => {
  let now = 0;
  const move = (by: number) => {
    now += by;
  };
  return { ms: () => now, move };
};
const shortly = () => pause(250);

describe("the gate for connections: at most ten a second of the whole task", () => {
  it("lets the first through at once and the next not before its time", async () => {
    const time = still();
    const gate = connectGate(time.ms);
    await gate(never);
    let through = 0;
    const second = gate(never).then(() => through++);
    const third = gate(never).then(() => through++);
    await shortly();
    expect(through).toBe(0);
    time.move(125);
    await second;
    await shortly();
    expect(through).toBe(1);
    time.move(125);
    await third;
  });

  it("lets no crowd through after the process stood still", async () => {
    const time = still();
    const gate = connectGate(time.ms);
    await gate(never);
    let through = 0;
    for (let n = 0; n < 5; n++) void gate(never).then(() => through++);
    time.move(60_000);
    await shortly();
    expect(through).toBe(1);
  });

  it("takes no gate for who gave up waiting", async () => {
    const time = still();
    const gate = connectGate(time.ms);
    await gate(never);
    const leaving = new AbortController();
    const gone = gate(leaving.signal);
    const stays = gate(never);
    leaving.abort();
    await gone;
    time.move(125);
    await stays;
  });
});
