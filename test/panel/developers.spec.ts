import { describe, expect, it } from "vitest";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "../../core/contracts/event-types.ts";
import { ApiFailure } from "../../panel/src/api/client.ts";
import { linesOf } from "../../panel/src/forms/lines-of.ts";
import { webhookChange } from "../../panel/src/forms/webhook-change.ts";
import { GROUP_OF_EVENT, groupedEvents } from "../../panel/src/pages/developers/event-groups.ts";
import { tryCommand } from "../../panel/src/pages/developers/try-command.ts";
import { visibleText } from "../../panel/src/pages/developers/visible-text.ts";
import { webhookState } from "../../panel/src/pages/developers/webhook-state.ts";
import { inOwnWords } from "../../panel/src/ui/own-words.ts";
import { words as en } from "../../panel/src/words/en/webhooks.ts";
import { words as es } from "../../panel/src/words/es/webhooks.ts";
import { words as pt } from "../../panel/src/words/pt/webhooks.ts";

describe("the types of events", () => {
  it.each(Object.entries({ en, es, pt }))("have words in %s, each its own", (_language, words) => {
    const said = EVENT_TYPE_NAMES.map((type) => words[`event_${type}`]);
    expect(new Set(said).size).toBe(EVENT_TYPE_NAMES.length);
    expect(said.filter((text) => !text)).toEqual([]);
  });

  it("stand each under one heading when they are a choice, and under none when they are always sent", () => {
    for (const type of EVENT_TYPE_NAMES) expect(GROUP_OF_EVENT[type] !== null, type).toBe(EVENT_TYPES[type].choosable);
    const choices = EVENT_TYPE_NAMES.filter((type) => EVENT_TYPES[type].choosable);
    expect(groupedEvents(choices).flatMap(({ types }) => types)).toHaveLength(choices.length);
  });

  it("that this panel does not know stand last, as themselves", () => {
    const groups = groupedEvents(["toString", "call.received", "message.translated"]);
    expect(groups).toEqual([
      { group: "calls", types: ["call.received"] },
      { group: null, types: ["toString", "message.translated"] },
    ]);
  });
});

describe("a webhook", () => {
  const since = "2026-11-20T09:30:00+00:00";
  it.each([
    ["none", { url: null, paused: false, failing_since: null }],
    ["active", { url: "https://a.example", paused: false, failing_since: null }],
    ["failing", { url: "https://a.example", paused: false, failing_since: since }],
    ["paused", { url: "https://a.example", paused: true, failing_since: since }],
    ["none", { url: null, paused: true, failing_since: since }],
  ] as const)("is %s", (state, webhook) => {
    expect(webhookState(webhook)).toBe(state);
  });

  const before = { url: "https://a.example", auth_header: { name: "X-Key" } };
  const given = { url: "https://a.example", choice: "keep", name: "X-New", value: "v" } as const;
  it.each([
    ["nothing", given, {}],
    ["its address, without spaces around it", { ...given, url: " https://b.example " }, { url: "https://b.example" }],
    ["its header away", { ...given, choice: "none" }, { auth_header: null }],
    ["its header", { ...given, choice: "new" }, { auth_header: { name: "X-New", value: "v" } }],
  ] as const)("changes %s, and what was not touched is not sent", (_what, form, change) => {
    expect(webhookChange(before, form)).toEqual(change);
  });

  it("without a header is not told to send none", () => {
    expect(webhookChange({ ...before, auth_header: null }, { ...given, choice: "none" })).toEqual({});
  });
});

describe("a key", () => {
  it("takes addresses one a line", () => {
    expect(linesOf(" 203.0.113.7\n\n2001:db8::/32, 198.51.100.1 \n")).toEqual([
      "203.0.113.7",
      "2001:db8::/32",
      "198.51.100.1",
    ]);
  });

  it("is tried with a command for a terminal", () => {
    expect(tryCommand("https://api.example.com", "k_1")).toBe(
      'curl https://api.example.com/v1/instances \\\n  -H "Authorization: Bearer k_1"',
    );
  });
});

describe("a stranger's text", () => {
  it("shows what would turn its direction", () => {
    expect(visibleText("a\u202eb\u2066c")).toBe("a\\u202eb\\u2066c");
    expect(visibleText("Olá 👨‍👩‍👧 سلام")).toBe("Olá 👨‍👩‍👧 سلام");
  });
});

describe("a refusal", () => {
  const about = { status: 422, requestId: "req_1", retryAfterSec: null };
  const refused = new ApiFailure("Bad.", {
    ...about,
    code: "validation_failed",
    errors: { "auth_header.name": ["Bad."] },
  });
  const words = { fields: { auth_header: "Da un nombre." }, codes: { conflict: "Ya no." } };

  it("of a field keeps the API's own sentence in English, and is the page's in other languages", () => {
    expect(inOwnWords(refused, words, true)).toMatchObject({
      message: "Bad.",
      errors: { "auth_header.name": ["Bad."] },
    });
    expect(inOwnWords(refused, words, false)).toMatchObject({
      message: "Da un nombre.",
      errors: { "auth_header.name": ["Da un nombre."] },
      requestId: "req_1",
    });
  });

  it("of a field that the form calls something else appears at the form's", () => {
    const fieldOf = (path: string) => path.replace("auth_header.", "");
    expect(inOwnWords(refused, { fieldOf }, true).errors).toEqual({ name: ["Bad."] });
  });

  it("of the whole request is told by its code", () => {
    const conflict = new ApiFailure("No.", { ...about, status: 409, code: "conflict", errors: {} });
    expect(inOwnWords(conflict, words, true).message).toBe("Ya no.");
  });
});
