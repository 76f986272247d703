import { describe, expect, it } from "vitest";
import {
  afterFailure,
  type EndpointSettings,
  type EndpointView,
  nextCheck,
  nextStep,
  type PendingDelivery,
} from "../../../core/domain/webhooks/endpoint-policy.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const inSec = (sec: number) => new Date(NOW.getTime() + sec * 1000);
const OPEN: EndpointSettings = {
  url: "https://hooks.example.com/",
  ended_at: null,
  life: 0,
  is_ladder_stale: false,
  is_try_asked: false,
  failing_since: null,
  paused_at: null,
  probe_at: null,
};

type Named = PendingDelivery & { name: string };
const waiting = (name: string, more: Partial<PendingDelivery> = {}): Named => ({
  name,
  queued_at: inSec(-60),
  due: inSec(-1),
  expires_at: inSec(3600),
  life: 0,
  is_stray: false,
  ...more,
});
const view = (more: Partial<EndpointView<Named>>): EndpointView<Named> => ({
  tests: [],
  untried: [],
  ladder: [],
  inFlight: { tests: 0, untried: 0, ladder: 0 },
  ...more,
});
const step = (more: Partial<EndpointView<Named>>, settings = OPEN) => {
  const next = nextStep(view(more), settings, 2, NOW);
  if (next.kind === "wait") return ["wait", next.until];
  return "delivery" in next ? [next.kind, next.delivery.name] : [next.kind];
};

describe("a webhook whose account is to be deleted", () => {
  it("gets nothing, not even a probe or a test, and what waits for it stays until it expires", () => {
    const waits = { tests: [waiting("t")], untried: [waiting("a")], ladder: [waiting("b")] };
    for (const settings of [OPEN, { ...OPEN, is_try_asked: true }, { ...OPEN, paused_at: inSec(-60) }]) {
      expect(step(waits, { ...settings, is_stopped: true })).toEqual(["wait", null]);
    }
    expect(step({ untried: [waiting("old", { expires_at: inSec(-1) })] }, { ...OPEN, is_stopped: true })).toEqual([
      "end",
      "old",
    ]);
  });
});

describe("a try that was asked for", () => {
  const asked = { ...OPEN, is_try_asked: true };
  const waits = { untried: [waiting("a")], ladder: [waiting("b", { due: inSec(600) })] };

  it("is made before anything else is posted, paused or not, and once what is in flight has ended", () => {
    const paused = { ...asked, paused_at: inSec(-60), probe_at: inSec(600) };
    const late = { ...asked, failing_since: inSec(-90_000) };
    for (const settings of [asked, late]) expect(step(waits, settings)).toEqual(["probe"]);
    expect(step({ untried: [waiting("a")] }, paused)).toEqual(["probe"]);
    expect(step({ ...waits, inFlight: { tests: 0, untried: 1, ladder: 0 } }, asked)).toEqual(["wait", null]);
    expect(step({ tests: [waiting("test")], ...waits }, asked)).toEqual(["post", "test"]);
  });

  it("wakes the lane now, and waits for nothing without a url", () => {
    expect(nextCheck(view(waits), asked, NOW)).toEqual(NOW);
    expect(nextCheck(view({}), { ...asked, url: null }, NOW)).toBeNull();
  });
});

describe("which event is posted next", () => {
  it("is the first untried one, with one or no post in flight", () => {
    const untried = [waiting("first"), waiting("second")];

    expect(step({ untried })).toEqual(["post", "first"]);
    expect(step({ untried, inFlight: { tests: 0, untried: 1, ladder: 0 } })).toEqual(["post", "first"]);
  });

  it.each([
    { tests: 0, untried: 2, ladder: 0 },
    { tests: 0, untried: 1, ladder: 1 },
    { tests: 0, untried: 0, ladder: 2 },
    { tests: 1, untried: 1, ladder: 0 },
  ])("is none while two are being posted: %o", (inFlight) => {
    expect(step({ untried: [waiting("a")], ladder: [waiting("b")], inFlight })).toEqual(["wait", NOW]);
  });

  it("is a retry that is due before new events, so that a long queue does not delay the ladder", () => {
    expect(step({ untried: [waiting("new")], ladder: [waiting("retry", { due: NOW })] })).toEqual(["post", "retry"]);
  });

  it("is a new event while a retry is being posted, so that retries do not starve new events", () => {
    const inFlight = { tests: 0, untried: 0, ladder: 1 };

    expect(step({ untried: [waiting("new")], ladder: [waiting("retry")], inFlight })).toEqual(["post", "new"]);
    expect(step({ ladder: [waiting("retry")], inFlight })).toEqual(["post", "retry"]);
  });

  it("is never a retry before its time", () => {
    expect(step({ ladder: [waiting("retry", { due: inSec(0.001) })] })).toEqual(["wait", inSec(0.001)]);
  });

  it("is an untried one whatever its due time says: another machine's clock may be ahead", () => {
    expect(step({ untried: [waiting("new", { due: inSec(1) })] })).toEqual(["post", "new"]);
  });
});

describe("a waiting event ends without a post", () => {
  it("when it is 30 days old", () => {
    expect(step({ untried: [waiting("old", { expires_at: NOW })] })).toEqual(["end", "old"]);
    expect(step({ ladder: [waiting("old", { expires_at: NOW, due: inSec(60) })] })).toEqual(["end", "old"]);
  });

  it("when the webhook has no url, on the ladder too and while posts are in flight", () => {
    const closed = { ...OPEN, url: null };

    expect(step({ untried: [waiting("a")] }, closed)).toEqual(["end", "a"]);
    expect(
      step({ ladder: [waiting("a", { due: inSec(60) })], inFlight: { tests: 0, untried: 2, ladder: 0 } }, closed),
    ).toEqual(["end", "a"]);
  });

  it("when it waited as the url was removed, also after a new one is set", () => {
    const reopened = { ...OPEN, ended_at: inSec(-30) };

    expect(step({ untried: [waiting("gap", { queued_at: inSec(-31) })] }, reopened)).toEqual(["end", "gap"]);
    expect(step({ untried: [waiting("after", { queued_at: inSec(-29) })] }, reopened)).toEqual(["post", "after"]);
  });
});

describe("when the endpoint is looked at again", () => {
  it("is never, now, or when its next retry is due", () => {
    const retry = waiting("retry", { due: inSec(10) });

    expect(nextCheck(view({}), OPEN, NOW)).toBeNull();
    expect(nextCheck(view({ untried: [waiting("a")], ladder: [retry] }), OPEN, NOW)).toEqual(NOW);
    expect(nextCheck(view({ ladder: [retry] }), OPEN, NOW)).toEqual(inSec(10));
    expect(nextCheck(view({ ladder: [waiting("overdue")] }), OPEN, NOW)).toEqual(NOW);
  });

  it("is now when what waits must end", () => {
    expect(nextCheck(view({ ladder: [waiting("a", { due: inSec(10) })] }), { ...OPEN, url: null }, NOW)).toEqual(NOW);
  });
});

describe("an endpoint that accepts nothing", () => {
  const failing = (sec: number) => ({ ...OPEN, failing_since: inSec(sec) });

  it("is paused 24 hours after its first failed try, also when nothing waits for it", () => {
    expect(step({}, failing(-86_400))).toEqual(["pause"]);
    expect(step({ untried: [waiting("a")] }, failing(-86_399))).toEqual(["post", "a"]);
    expect(nextCheck(view({}), failing(-86_399), NOW)).toEqual(inSec(1));
  });

  it("is asked once more before its pause if the gateway was down: an attempt is overdue, or an event unposted", () => {
    const overdue = waiting("overdue", { due: inSec(-7_201) });
    const late = failing(-86_400 - 7_200);

    expect(step({ ladder: [overdue], untried: [waiting("new")] }, late)).toEqual(["post", "overdue"]);
    expect(step({ untried: [waiting("new")] }, late)).toEqual(["post", "new"]);
    expect(step({ ladder: [overdue], untried: [waiting("new")], has_failed: true }, late)).toEqual(["pause"]);
    expect(step({ ladder: [waiting("due since", { due: inSec(-7_200) })] }, late)).toEqual(["pause"]);
    expect(step({ ladder: [waiting("later", { due: inSec(60) })] }, late)).toEqual(["pause"]);
  });

  it("is not paused while the answer of a post is awaited, which starts no other", () => {
    const inFlight = { tests: 0, untried: 1, ladder: 0 };

    expect(step({ untried: [waiting("a")], inFlight }, failing(-90_000))).toEqual(["wait", null]);
  });
});

describe("a paused endpoint", () => {
  const paused = (probeSec: number) => ({ ...OPEN, paused_at: inSec(-60), probe_at: inSec(probeSec) });

  it("gets nothing before its next try, then one try at a time", () => {
    expect(step({ untried: [waiting("kept")] }, paused(5))).toEqual(["wait", inSec(5)]);
    expect(step({ untried: [waiting("kept")] }, paused(0))).toEqual(["probe"]);
    expect(step({ inFlight: { tests: 0, untried: 1, ladder: 0 } }, paused(0))).toEqual(["wait", NOW]);
  });

  it("is tried when nothing is kept, too", () => {
    expect(step({}, paused(0))).toEqual(["probe"]);
    expect(nextCheck(view({}), paused(7), NOW)).toEqual(inSec(7));
  });

  it("keeps its retries with the rest, oldest first", () => {
    expect(step({ ladder: [waiting("retry", { due: inSec(60) })] }, paused(5))).toEqual(["requeue"]);
    expect(nextCheck(view({ ladder: [waiting("retry", { due: inSec(60) })] }), paused(5), NOW)).toEqual(NOW);
  });

  it("gets tests at once", () => {
    expect(step({ tests: [waiting("test")] }, paused(5))).toEqual(["post", "test"]);
    expect(nextCheck(view({ tests: [waiting("test")] }), paused(5), NOW)).toEqual(NOW);
  });
});

describe("after a change of url", () => {
  it("retries of the old one are taken back, wherever they stand", () => {
    expect(step({ ladder: [waiting("retry", { life: 1, due: inSec(60) })] })).toEqual(["requeue"]);
    expect(step({ ladder: [waiting("new life")] }, { ...OPEN, is_ladder_stale: true })).toEqual(["requeue"]);
  });

  it("a test of the old one ends", () => {
    expect(step({ untried: [waiting("stray", { is_stray: true })] })).toEqual(["end", "stray"]);
  });
});

describe("a try without a 2xx", () => {
  it("is followed by the next step of the ladder, counted from its end", () => {
    expect(afterFailure(0, NOW)).toEqual({ kind: "retry", tries: 1, due: inSec(10) });
    expect(afterFailure(8, NOW)).toEqual({ kind: "retry", tries: 9, due: inSec(43_200) });
  });

  it("is the event's end when it was the tenth", () => {
    expect(afterFailure(9, NOW)).toEqual({ kind: "failed", tries: 10 });
  });
});
