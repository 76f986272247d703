/** The reasons for refusing a request about a channel. */
export type ChannelRefusal = "bad_request" | "not_found" | "not_allowed" | "suspended" | "geosuspended" | "notice";

/** The refusals, with the network's own code and a sentence for the sandbox API. */
const REFUSALS: Readonly<Record<ChannelRefusal, { readonly code: number; readonly text: string }>> = {
  bad_request: { code: 400, text: "Bad Request" },
  not_found: { code: 404, text: "Not Found" },
  not_allowed: { code: 403, text: "Forbidden" },
  suspended: { code: 423, text: "Locked" },
  geosuspended: { code: 451, text: "Unavailable For Legal Reasons" },
  notice: { code: 403, text: "The terms for channels are not accepted" },
};

/** Thrown when a request about a channel is refused. */
export class ChannelError extends Error {
  /** The network's own code, similar to an HTTP status code. */
  readonly code: number;

  constructor(refusal: ChannelRefusal) {
    super(REFUSALS[refusal].text);
    this.code = REFUSALS[refusal].code;
  }
}
