import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { Nudge } from "../../../session-service/process/nudge.ts";
import { orAborted } from "../../../session-service/process/or-aborted.ts";

const listeners = ({ signal }: AbortController) => getEventListeners(signal, "abort").length;

describe("work that is waited for until a signal aborts", () => {
  it("gives its result, and nothing of it stays with the signal", async () => {
    const session = new AbortController();
    for (let n = 0; n < 100; n++) expect(await orAborted(Promise.resolve(n), session.signal)).toBe(n);
    expect(listeners(session)).toBe(0);
  });

  it("throws its error, and nothing of it stays with the signal", async () => {
    const session = new AbortController();
    await expect(orAborted(Promise.reject(new Error("no")), session.signal)).rejects.toThrow("no");
    expect(listeners(session)).toBe(0);
  });

  it("gives undefined when the signal aborts first, or has aborted before", async () => {
    const session = new AbortController();
    const waited = orAborted(new Promise(() => {}), session.signal);
    session.abort();
    expect(await waited).toBeUndefined();
    expect(await orAborted(new Promise(() => {}), session.signal)).toBeUndefined();
    expect(listeners(session)).toBe(0);
  });
});

describe("a nudge", () => {
  it("leaves nothing with the session's signal, however often it is waited for", async () => {
    const session = new AbortController();
    const nudge = new Nudge();
    for (let n = 0; n < 100; n++) {
      const waited = nudge.wait(session.signal);
      nudge.give();
      await waited;
    }
    expect(listeners(session)).toBe(0);
  });

  it("that comes while nobody waits is kept for the next wait; an abort ends a wait", async () => {
    const session = new AbortController();
    const nudge = new Nudge();
    nudge.give();
    await nudge.wait(session.signal);
    const waited = nudge.wait(session.signal);
    session.abort();
    await waited;
  });
});
