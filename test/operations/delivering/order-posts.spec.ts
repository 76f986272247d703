import { describe, expect, it } from "vitest";
import { orderPosts, type PostPlace } from "../../../core/operations/delivering/order-posts.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Begins posts at these places and records when each is allowed to post. `post` reports that a post is in flight. */
function line(places: PostPlace[]) {
  const begun: number[] = [];
  const begin = (n: number) =>
    places[n]?.begin().then((mayPost) => {
      if (mayPost) begun.push(n);
    });
  return { begun, begin, post: (n: number) => places[n]?.started(), end: (n: number) => places[n]?.over() };
}

describe("the turns of one url's posts", () => {
  it("come in the order they were taken, two at once, whoever is ready first", async () => {
    const places = orderPosts(2);
    const { begun, begin, post, end } = line([places.take(), places.take(), places.take()]);

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
    const places = orderPosts(2);
    const { begun, begin, end } = line([places.take(), places.take(), places.take()]);
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
    const places = orderPosts(1);
    const [first, second, third] = [places.take(), places.take(), places.take()];
    expect(await first.begin()).toBe(true);
    first.started();
    const waiting = second.begin();
    places.stop();
    expect(await waiting).toBe(false);
    expect(await third.begin()).toBe(false);
  });
});
