/** A post's place in the order. */
export interface PostPlace {
  /**
   * Waits until every earlier post has started and fewer than the allowed number are in flight.
   * @returns false if it must not be posted.
   */
  begin(): Promise<boolean>;
  /** Call it when the post has been sent off; the next one may then start, which keeps the order on the wire. */
  started(): void;
  /** Call it when the post has ended, or will not be made. */
  over(): void;
}

/** The order of posts to one URL. */
export interface PostOrder {
  take(): PostPlace;
  /** Lets no other post start. */
  stop(): void;
}

interface Post {
  state: "preparing" | "ready" | "beginning" | "open";
  start(mayPost: boolean): void;
}

/**
 * Lets posts start in the order in which they took their places, with this many in flight. A post is prepared while
 * others are in flight, so a fast receiver need not wait for our writes.
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
