import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** Inbox files that write log lines directly -> why strangers can't trigger them at will. */
const SAID_AT_ONCE: Record<string, string> = {
  "session-service/inbox/stranger-lines.ts": "each of its lines comes once a minute",
  "session-service/inbox/refusal-463.ts": "once for a message of ours that the network refused",
  "session-service/inbox/standing-watch.ts": "once for each connection",
};

/** The folders where messages that anyone can send to a number are parsed and stored. */
const PLACES = ["session-service/inbox", "session-service/baileys/inbound"];

describe("a line of the log that strangers can cause", () => {
  it("is one of session-service/inbox/stranger-lines.ts, which says it once a minute; errors of ours are said at once", () => {
    const found = files
      .filter(
        ({ path, text }) => PLACES.some((place) => isInside(path, place)) && /\blog\.(warn|info)\(/.test(codeOf(text)),
      )
      .map(({ path }) => path);

    expect(found.sort()).toEqual(Object.keys(SAID_AT_ONCE).sort());
  });
});
