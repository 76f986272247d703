import type { Error as ErrorBody } from "./types.ts";

/** The API's stable error codes, plus `unreadable_answer` for a response that isn't from the gateway. */
export type ErrorCode = ErrorBody["code"] | "unreadable_answer";

/** A request that the gateway refused. Branch on `code`; the message is for people and may change. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  /** The HTTP status. */
  readonly status: number;
  readonly code: ErrorCode;
  /** The answer's headers. */
  readonly headers: Headers;
  /** For `validation_failed`: the messages for each invalid field. */
  readonly errors: Record<string, string[]>;
  /** The request's id, to include when asking for help, or null if the response had none. */
  readonly requestId: string | null;
  /** Seconds until a retry may succeed, or null if the response didn't specify it. */
  readonly retryAfterSec: number | null;

  constructor(status: number, headers: Headers, body: Partial<ErrorBody> | null) {
    const code = body?.code ?? "unreadable_answer";
    super(
      body?.message ??
        `The response (HTTP ${status}) did not come from the gateway. Check baseUrl and any proxies in front of the gateway.`,
    );
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.errors = (body?.errors as Record<string, string[]> | undefined) ?? {};
    this.requestId = headers.get("x-request-id");
    const wait = Number(headers.get("retry-after") ?? Number.NaN);
    this.retryAfterSec = Number.isFinite(wait) ? wait : null;
  }
}

/**
 * No answer arrived because the connection failed or timed out; see `cause`. The request may still have been carried
 * out.
 */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  constructor(method: string, url: string, cause: unknown) {
    super(`No response to ${method} ${url}.`, { cause });
  }
}
