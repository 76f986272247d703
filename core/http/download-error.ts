/** Thrown when a download is aborted after its body has started to arrive. */
export class DownloadError extends Error {
  /** `too_large`: more bytes than allowed were received. `unreachable`: the sender stopped, or time ran out. */
  readonly reason: "too_large" | "unreachable";
  constructor(reason: DownloadError["reason"], message: string) {
    super(message);
    this.name = "DownloadError";
    this.reason = reason;
  }
}
