import { expect, it } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import type { Command } from "../../../core/records/command.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import {
  NetworkRefusal,
  SettingsConflict,
  SettingsNotReady,
} from "../../../session-service/baileys/shared/network-refusals.ts";
import { answerInTime, answerToError, PartlyDone } from "../../../session-service/commands/answer-to-error.ts";

const onChat: Command = { kind: "read_chat", chat: { type: "person", key: "1" } };
const onNumber: Command = { kind: "read_profile" };
const onGroup: Command = { kind: "leave_group", group: "1@g.us" };
const question: Command = { kind: "read_invite", group: "1@g.us" };
const unavailable = { code: "messenger_unavailable", status: 503 };

it.each<[Command, unknown, object]>([
  [onChat, new SettingsNotReady(), { ...unavailable, retry_after_sec: 30 }],
  [onNumber, new SettingsNotReady(), { ...unavailable, retry_after_sec: 30 }],
  [onChat, new AnswerUnknown("x"), { ...unavailable, message: expect.stringContaining("Check with GET") }],
  [onGroup, new AnswerUnknown("x"), { ...unavailable, message: expect.stringContaining("Check with GET") }],
  [question, new AnswerUnknown("x"), unavailable],
  [onGroup, new ApiError("limit_reached", { retryAfterSec: 9 }), { code: "limit_reached", retry_after_sec: 9 }],
  [onNumber, new AnswerUnknown("x"), { code: "messenger_unavailable" }],
  [onChat, new SettingsConflict(), { ...unavailable, retry_after_sec: 5 }],
  [onChat, new NetworkRefusal(403, "x"), { code: "messenger_refused" }],
  [onChat, new NetworkRefusal(429, "x"), { code: "messenger_unavailable", retry_after_sec: 60 }],
  [onChat, new Error("The line is cut."), unavailable],
  [onNumber, new Error("The line is cut."), { code: "unavailable" }],
  [
    onChat,
    new PartlyDone(["archived", "pinned"], new NetworkRefusal(403, "x")),
    { code: "messenger_refused", message: expect.stringMatching(/\. Changed before that: archived, pinned\.$/) },
  ],
])("a command %j that ended with %s", (command, error, answer) => {
  expect(answerToError(command, error, true)).toEqual(expect.objectContaining({ ok: false, ...answer }));
});

it("says that the number is not connected any more, unless that is no matter", () => {
  expect(answerToError(onChat, new Error("closed"), false)).toMatchObject({ code: "not_connected" });
  expect(answerToError(onGroup, new Error("closed"), false)).toMatchObject({
    ...unavailable,
    message: expect.stringContaining("may have been made"),
  });
  const code: Command = { kind: "pairing_code", phone: "1" };
  expect(answerToError(code, new Error("closed"), false)).toMatchObject({ code: "unavailable" });
});

it("tells whoever can't be kept waiting where to look", () => {
  expect(answerInTime(onChat)).toMatchObject(unavailable);
  expect(answerInTime(onGroup)).toMatchObject(unavailable);
  expect(answerInTime(question)).toMatchObject({ code: "unavailable" });
  expect(answerInTime(onNumber)).toMatchObject({ code: "unavailable", retry_after_sec: expect.any(Number) });
});
