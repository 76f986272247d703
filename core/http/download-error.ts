/** A download was broken off after its body had begun to arrive. */
export class DownloadError extends Error {
  /** `too_large`: more bytes than asked for. `unreachable`: the sender stopped, or the time was over. */
  readonly reason: "too_large" | "unreachable";
  constructor(reason: DownloadError["reason"], message: string) {
    super(message);
    this.name = "DownloadError";
    this.reason = reason;
  }
}
