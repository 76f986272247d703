/** A post's place in the posting order. */
export interface PostPlace {
  /**
   * Waits until every earlier post has started and fewer posts than the limit are in flight.
   * @returns false if the post must not be made.
   */
  begin(): Promise<boolean>;
  /**
   * Must be called once the post has been sent. The next post may then start, which preserves the order on the wire.
   */
  started(): void;
  /** Must be called when the post has finished or won't be made. */
  over(): void;
}

/** The order of posts to one URL. */
export interface PostOrder {
  take(): PostPlace;
  /** Prevents further posts from starting. */
  stop(): void;
}

interface Post {
  state: "preparing" | "ready" | "beginning" | "open";
  start(mayPost: boolean): void;
}

/**
 * Makes posts start in the order in which they took their places, with at most `atOnce` in flight. Each post is
 * prepared while earlier ones are in flight, so a fast receiver doesn't have to wait for the gateway's writes.
 */
export function orderPosts(atOnce: number): PostOrder {
  const line: Post[] = [];
  let isStopped = false;

  function advance(): void {
    const open = line.filter(({ state }) => state === "open").length;
    const next = line.find(({ state }) => state !== "open");
    if (next?.state !== "ready" || open >= atOnce) return;
    next.state = "beginning";
    next.start(true);
  }

  return {
    take() {
      const place: Post = { state: "preparing", start: () => undefined };
      line.push(place);
      return {
        begin: () =>
          new Promise((resolve) => {
            if (isStopped) return resolve(false);
            place.start = resolve;
            place.state = "ready";
            advance();
          }),
        started() {
          place.state = "open";
          advance();
        },
        over() {
          const at = line.indexOf(place);
          if (at >= 0) line.splice(at, 1);
          advance();
        },
      };
    },
    stop() {
      isStopped = true;
      for (const place of line) if (place.state === "ready") place.start(false);
    },
  };
}
