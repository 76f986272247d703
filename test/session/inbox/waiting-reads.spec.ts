import { describe, expect, it } from "vitest";
import { WaitingReads } from "../../../session-service/inbox/waiting-reads.ts";

describe("messages that were read before they came", () => {
  it("are read when they are stored, each once, and only then the read is settled", async () => {
    const reads = new WaitingReads();
    const done: string[] = [];
    reads.add("A", async () => void done.push("A"));
    reads.add("B", async () => void done.push("B"));
    let isSettled = false;
    const settled = reads.settled(["A", "B", "never waited for"]).then(() => {
      isSettled = true;
    });

    reads.stored("A");
    reads.stored("A");
    reads.stored("somebody else's");
    expect(done).toEqual(["A"]);
    expect(isSettled).toBe(false);

    reads.stored("B");
    await settled;
    expect(done).toEqual(["A", "B"]);
  });

  it("are a thousand at most: the oldest is given up", async () => {
    const reads = new WaitingReads();
    const done: number[] = [];
    for (let n = 0; n <= 1_000; n++) reads.add(`M${n}`, async () => void done.push(n));

    await reads.settled(["M0"]);
    reads.stored("M0");
    reads.stored("M1");

    expect(done).toEqual([1]);
  });
});
