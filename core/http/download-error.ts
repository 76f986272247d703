/** Why a download whose body had begun to arrive was broken off: what its stream fails with. */
export class DownloadError extends Error {
  /** `too_large`: more bytes than asked for. `unreachable`: the sender stopped, or the time was over. */
  readonly reason: "too_large" | "unreachable";
  constructor(reason: DownloadError["reason"], message: string) {
    super(message);
    this.name = "DownloadError";
    this.reason = reason;
  }
}
