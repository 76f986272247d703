import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { failureKind } from "../core/failure-kind.ts";
import { ConditionFailed, TooLate, TransactionRefused } from "../core/store/table.ts";

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode }, $fault: "client" });
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "Transaction cancelled",
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe("a failure", () => {
  it.each([
    ["throttling of the table", named("ProvisionedThroughputExceededException", status(400))],
    ["throttling of a vault", named("ThrottlingException", status(400))],
    ["throttling of a bucket", named("SlowDown", status(503))],
    ["a 500", named("InternalServerError", status(500))],
    ["a 507, which the client knows no name for", named("UnknownError", status(507))],
    ["a timeout of the client", named("TimeoutError")],
    ["a deadline", new DOMException("The operation timed out.", "TimeoutError")],
    ["work that was stopped", new DOMException("This operation was aborted", "AbortError")],
    ["a refused connection", named("Error", { code: "ECONNREFUSED" })],
    ["a connection that broke off", named("Error", { code: "ECONNRESET" })],
    ["no address for a name", named("Error", { code: "EAI_AGAIN" })],
    ["every address refused", new AggregateError([named("Error", { code: "ECONNREFUSED" })], "all refused")],
    ["a cause further down", new TypeError("fetch failed", { cause: named("Error", { code: "UND_ERR_SOCKET" }) })],
    ["a conflict with another transaction", cancelled("None", "TransactionConflict")],
    ["a throttled transaction", cancelled("ThrottlingError", "None")],
    ["a conflict of a single write", named("TransactionConflictException", status(400))],
    ["credentials that have run out", named("ExpiredTokenException", status(400))],
    ["credentials that a service doesn't know yet", named("InvalidAccessKeyId", status(403))],
    ["a signature by a clock that is off", named("InvalidSignatureException", status(400))],
    ["a bucket that is not there", named("NoSuchBucket", status(404))],
    ["a right that our role lacks", named("AccessDeniedException", status(400))],
    ["a right that our role lacks, as a bucket or a queue says it", named("AccessDenied", status(403))],
    ["a bucket whose key is turned off for a while", named("KMS.DisabledException", status(400))],
    ["a full disk", named("Error", { code: "ENOSPC" })],
    ["an event that could not be committed in time", new TooLate(false)],
  ])("passes: %s", (_, error) => {
    expect(failureKind(error)).toBe("passing");
  });

  it.each([
    ["a request that can't be meant", named("ValidationException", status(400))],
    ["an item that is too large, in a transaction", cancelled("None", "ValidationError")],
    ["too large, and a conflict besides", cancelled("TransactionConflict", "ValidationError")],
    ["a condition in a transaction as the table told it", cancelled("ConditionalCheckFailed")],
    ["a time out of range", new RangeError("Invalid time value")],
    ["a mistake of ours", new TypeError("Cannot read properties of undefined")],
    ["bytes that can't be read", named("SyntaxError")],
    ["a condition that did not hold", new ConditionFailed(null)],
    ["a transaction that was refused", new TransactionRefused([null])],
    ["a file that is not there", named("NoSuchKey", status(404))],
    ["something that is no error", "away"],
    ["nothing", undefined],
  ])("lasts: %s", (_, error) => {
    expect(failureKind(error)).toBe("lasting");
  });

  it("with itself as its cause is told apart, too", () => {
    const error = new Error("round and round");
    error.cause = error;

    expect(failureKind(error)).toBe("lasting");
  });
});
