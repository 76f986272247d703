/**
 * An error response that AWS clients turn into an exception named `code`. `fields` are additional members of the
 * response body. `queryCode` is the older error code that some SQS errors still have.
 */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, unknown>;
  readonly queryCode: string;

  constructor(
    code: string,
    message: string,
    more: { status?: number; fields?: Record<string, unknown>; queryCode?: string } = {},
  ) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = more.status ?? 400;
    this.fields = more.fields ?? {};
    this.queryCode = more.queryCode ?? code;
  }
}
