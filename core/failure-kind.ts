import { isServerError, isThrottlingError, isTransientError } from "@smithy/core/retry";
import { TooLate } from "./store/table.ts";

/**
 * Whether a retry with the same input may succeed. `passing`: a dependency is unreachable or busy (throttling,
 * timeouts, a network error, a 5xx, a conflict with another writer), so the work is retried for as long as necessary.
 * `lasting`: everything else. In that case, the work itself is at fault, and it is quarantined after a few attempts.
 */
export type FailureKind = "passing" | "lasting";

/** Transaction cancellation reasons that may no longer apply on the next attempt. */
const PASSING_REASONS = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
  "InternalServerError",
]);
/** Cancellation reasons that recur for the same items, whatever other reasons are present. */
const LASTING_REASONS = new Set(["ValidationError", "ItemCollectionSizeLimitExceeded"]);

/** The names of transient AWS client errors, in addition to those recognized by the clients' own retries. */
const PASSING_NAMES = new Set([
  "AbortError",
  "TransactionConflictException",
  "ReplicatedWriteConflictException",
  // Our own credentials have expired or couldn't be fetched, which isn't the fault of any particular work.
  "CredentialsProviderError",
  "ExpiredToken",
  "ExpiredTokenException",
  "UnrecognizedClientException",
  "InvalidClientTokenId",
  "InvalidAccessKeyId",
  "InvalidToken",
  "InvalidSignatureException", // DynamoDB's word for a clock that is off
  "RequestTimeTooSkewed",
  // Our role lacks a permission for the table, a vault, a queue or the bucket. No particular work is at fault, and
  // waiting work must survive a mistake in a policy. All roles that read files may list the bucket, so S3 never reports
  // a missing file in this way.
  "AccessDeniedException",
  "AccessDenied",
  "NoSuchBucket", // this deployment names a wrong one
  // A vault's key is temporarily unusable.
  "DependencyTimeoutException",
  "KeyUnavailableException",
  "KMSInvalidStateException",
  "DisabledException",
]);

/** Matches error codes that come from the machine itself: no network, no file handles, no disk space. */
const PASSING_CODES =
  /^(ECONN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|UND_ERR_(SOCKET|CLOSED|DESTROYED|ABORTED|.*TIMEOUT)|EMFILE|ENFILE|ENOSPC|EDQUOT|ENOMEM|EBUSY)/;

const DEEPEST_CAUSE = 5;

/**
 * Classifies a failure. Callers must first handle lost ownership (`FenceLost`), which is neither kind, and failed
 * conditions (`TransactionRefused`, `ConditionFailed`), which are usually expected. A failed condition passed to this
 * function counts as `lasting`, so a condition that is never met can't block a lane indefinitely.
 */
export function failureKind(error: unknown, depth = 0): FailureKind {
  if (error instanceof TooLate) return "passing"; // this process or the table was too slow
  if (!(error instanceof Error)) return "lasting";
  if (error.name === "TransactionCanceledException") return kindOfCancelled(error);
  const asked = error as Parameters<typeof isThrottlingError>[0]; // every field that is asked for is optional
  if (
    PASSING_NAMES.has(error.name.replace(/^KMS\./, "")) ||
    isThrottlingError(asked) ||
    isTransientError(asked) ||
    isServerError(asked)
  ) {
    return "passing";
  }
  if ("code" in error && PASSING_CODES.test(String(error.code))) return "passing";
  // Connections may have been attempted to several addresses, each with its own error.
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return depth < DEEPEST_CAUSE && inner.some((one) => one && failureKind(one, depth + 1) === "passing")
    ? "passing"
    : "lasting";
}

function kindOfCancelled(error: Error): FailureKind {
  const reasons =
    "CancellationReasons" in error && Array.isArray(error.CancellationReasons) ? error.CancellationReasons : [];
  const codes = reasons.map((reason: { Code?: string } | null) => reason?.Code ?? "None");
  if (codes.some((code) => LASTING_REASONS.has(code))) return "lasting";
  return codes.some((code) => PASSING_REASONS.has(code)) ? "passing" : "lasting";
}
