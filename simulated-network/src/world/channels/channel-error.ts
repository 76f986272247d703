/** Reasons for a refusal in a channel. */
export type ChannelRefusal = "bad_request" | "not_found" | "not_allowed" | "suspended" | "geosuspended" | "notice";

/** Refusals with the network's own code and a sentence for the sandbox. */
const REFUSALS: Readonly<Record<ChannelRefusal, { readonly code: number; readonly text: string }>> = {
  bad_request: { code: 400, text: "Bad Request" },
  not_found: { code: 404, text: "Not Found" },
  not_allowed: { code: 403, text: "Forbidden" },
  suspended: { code: 423, text: "Locked" },
  geosuspended: { code: 451, text: "Unavailable For Legal Reasons" },
  notice: { code: 403, text: "The terms for channels are not accepted" },
};

/** A refused request about a channel. */
export class ChannelError extends Error {
  /** The network's own code, similar to HTTP's. */
  readonly code: number;

  constructor(refusal: ChannelRefusal) {
    super(REFUSALS[refusal].text);
    this.code = REFUSALS[refusal].code;
  }
}
