import { describe, expect, it } from "vitest";
import { postTurns, type Turn } from "../../core/operations/webhooks/post-turns.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Begins each turn and notes when it may post; `post` says that the post is on its way. */
function line(turns: Turn[]) {
  const begun: number[] = [];
  const begin = (n: number) =>
    turns[n]?.begin().then((mayPost) => {
      if (mayPost) begun.push(n);
    });
  return { begun, begin, post: (n: number) => turns[n]?.started(), end: (n: number) => turns[n]?.over() };
}

describe("the turns of one url's posts", () => {
  it("come in the order they were taken, two at once, whoever is ready first", async () => {
    const turns = postTurns(2);
    const { begun, begin, post, end } = line([turns.take(), turns.take(), turns.take()]);

    begin(2);
    begin(1);
    await settled();
    expect(begun).toEqual([]);
    begin(0);
    await settled();
    expect(begun).toEqual([0]); // the next begins once this one is on its way
    post(0);
    await settled();
    expect(begun).toEqual([0, 1]);
    post(1);
    await settled();
    expect(begun).toEqual([0, 1]);
    end(0);
    await settled();
    expect(begun).toEqual([0, 1, 2]);
  });

  it("pass over one that gives up, before or in its turn", async () => {
    const turns = postTurns(2);
    const { begun, begin, end } = line([turns.take(), turns.take(), turns.take()]);
    begin(1);
    begin(2);
    end(0);
    await settled();
    expect(begun).toEqual([1]);
    end(1);
    await settled();
    expect(begun).toEqual([1, 2]);
  });

  it("end for all who wait, and for all who come, when the line is stopped", async () => {
    const turns = postTurns(1);
    const [first, second, third] = [turns.take(), turns.take(), turns.take()];
    expect(await first.begin()).toBe(true);
    first.started();
    const waiting = second.begin();
    turns.stop();
    expect(await waiting).toBe(false);
    expect(await third.begin()).toBe(false);
  });
});
