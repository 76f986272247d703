import { describe, expect, it } from "vitest";
import { Removals } from "../../../session-service/fleet/removals.ts";

const wakeups = (...receipts: string[]) => receipts.map((receipt) => ({ body: "{}", receipt }));

/** Creates a queue service that answers on the test's command. */
function slowQueues() {
  const asked: { queue: number; receipts: string[]; answer: () => void }[] = [];
  const removals = new Removals((queue, taken) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    asked.push({ queue, receipts: taken.map(({ receipt }) => receipt), answer: resolve });
    return promise;
  });
  const answer = async () => {
    asked.at(-1)?.answer();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { asked, removals, answer };
}

describe("wake-ups that are done", () => {
  it("leave the queue at once when no request is on its way", async () => {
    const { asked, removals } = slowQueues();
    void removals.remove(1, wakeups("a"));
    void removals.remove(2, wakeups("b"));
    expect(asked).toMatchObject([
      { queue: 1, receipts: ["a"] },
      { queue: 2, receipts: ["b"] },
    ]);
  });

  it("go together, ten at most, when one is", async () => {
    const { asked, removals, answer } = slowQueues();
    const first = removals.remove(1, wakeups("a"));
    const rest = Array.from({ length: 11 }, (_, n) => removals.remove(1, wakeups(`r${n}`)));
    expect(asked.length).toBe(1);
    await answer();
    await first;
    expect(asked[1]?.receipts).toEqual(Array.from({ length: 10 }, (_, n) => `r${n}`));
    await answer();
    expect(asked[2]?.receipts).toEqual(["r10"]);
    await answer();
    await Promise.all(rest);
    void removals.remove(1, wakeups("z"));
    expect(asked[3]?.receipts).toEqual(["z"]);
  });

  it("are done with once they are off the queue, and nothing is asked for none", async () => {
    const { asked, removals, answer } = slowQueues();
    await removals.remove(1, []);
    expect(asked).toEqual([]);
    void removals.remove(1, wakeups("a"));
    let isGone = false;
    const later = removals.remove(1, wakeups("b")).then(() => {
      isGone = true;
    });
    await answer();
    expect(isGone).toBe(false);
    await answer();
    await later;
    expect(isGone).toBe(true);
  });
});
