import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode, SEND_ERROR_CODES } from "../../core/contracts/error-codes.ts";
import { ApiError, ERROR_TEXTS } from "../../core/errors.ts";

/** The specification's table, unchanged. Its last row is "other". */
const TABLE: Record<string, string> = {
  "401": "unauthenticated",
  "403": "key_not_allowed ip_not_allowed account_suspended plan_limit feature_not_included",
  "404":
    "instance_not_found message_not_found chat_not_found group_not_found channel_not_found broadcast_not_found otp_not_found status_not_found not_found",
  "409": "not_connected link_refused messenger_restricted new_chats_paused messenger_refused in_progress conflict",
  "422": "validation_failed wrong_code no_attempts_left",
  "429": "rate_limited limit_reached plan_limit backlog_full file_budget_used busy",
  "502 503": "messenger_unavailable unavailable person_unknown",
  "400 405 413 415 426 500": "bad_request server_error",
};

const codes = Object.keys(ERROR_CODES) as ErrorCode[];
const guide = readFileSync(new URL("../../docs/guides/errors.md", import.meta.url), "utf8");

describe("the table of error codes", () => {
  it("has every code of the specification and no other", () => {
    const specified = Object.values(TABLE).flatMap((row) => row.split(" "));
    expect([...codes].sort()).toEqual([...new Set(specified)].sort());
  });

  it.each(codes)("%s comes with the specification's statuses only", (code) => {
    const allowed = Object.entries(TABLE).flatMap(([statuses, row]) =>
      row.split(" ").includes(code) ? statuses.split(" ").map(Number) : [],
    );
    for (const status of ERROR_CODES[code]) expect(allowed).toContain(status);
    expect(new ApiError(code).status).toBe(ERROR_CODES[code][0]);
  });

  it.each(codes)("%s says in plain words what is wrong and what to do", (code) => {
    const text = ERROR_TEXTS[code];
    expect(new ApiError(code).message).toBe(text);
    // A message states the problem first, then the remedy or what applies instead, without our own jargon.
    expect(text.split(". ").length).toBeGreaterThanOrEqual(2);
    expect(text).toMatch(/^[A-Z].*\.$/s);
    expect(text).not.toMatch(/exception|undefined|null|dynamo|lambda|aws|stack|payload/i);
  });

  it.each(codes)("%s is in the guide, with its statuses and the sentence that responses carry", (code) => {
    const statuses = [...ERROR_CODES[code]].sort((one, other) => one - other).join(", ");
    expect(guide).toContain(`| \`${code}\` | ${statuses} | ${ERROR_TEXTS[code]} |`);
  });

  it("for messages are in the guide, each once and no other", () => {
    const table = guide.slice(guide.indexOf("## Message codes"));
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual([...SEND_ERROR_CODES].sort());
  });
});
