/** One post's place in the order. */
export interface PostPlace {
  /**
   * Waits until every earlier post has started and fewer than the allowed number are open.
   * @returns false: don't post.
   */
  begin(): Promise<boolean>;
  /** The post is on its way, so the next one may start; this keeps their order on the wire. */
  started(): void;
  /** The post has ended, or won't be made. */
  over(): void;
}

/** The order of posts to one URL. */
export interface PostOrder {
  take(): PostPlace;
  /** Lets no further post start. */
  stop(): void;
}

interface Post {
  state: "preparing" | "ready" | "beginning" | "open";
  start(mayPost: boolean): void;
}

/**
 * Lets posts start in the order in which their places were taken, this many open at once. A post is prepared while
 * others are open, so a fast receiver does not wait for our own writes.
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
