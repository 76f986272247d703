import { DAY_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { changeBroadcastStatus } from "../../core/operations/broadcasts/change-broadcast-status.ts";
import { pauseBroadcast } from "../../core/operations/broadcasts/pause-broadcast.ts";
import type { BroadcastRecord } from "../../core/records/broadcasts/broadcast.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { SessionPort } from "../session-port.ts";
import type { TransmitDeps } from "./started-send.ts";

/**
 * Whether a broadcast's file has to be uploaded before the next message, because it was never uploaded or was uploaded
 * too long ago.
 */
export function needsUpload({ media, prepared }: BroadcastRecord, now: Date): boolean {
  if (media === null) return false;
  return prepared === null || now.getTime() - Date.parse(prepared.at) > LIMITS.broadcastFileDays * DAY_MS;
}

/** How often to check a broadcast while its file is being uploaded. */
const LOOK_MS = 10_000;
/**
 * The maximum number of attempts to upload a file. Failures are usually temporary and caused by the network. We chose
 * this value ourselves; it is the same as for a message's file.
 */
const TRIES = 15;

/**
 * Fetches, converts and uploads broadcast files in the background, each file once for all recipients, and stores the
 * data that identifies the file on the network. If the task dies first, the next owner repeats the upload, which
 * doesn't cause a message to be sent twice.
 */
export class BroadcastUploads {
  readonly #deps: TransmitDeps;
  readonly #own: Owner;
  readonly #session: SessionPort;
  readonly #running = new Set<string>();
  /** The number of failed uploads, by broadcast. */
  readonly #failed = new Map<string, number>();

  constructor(deps: TransmitDeps, own: Owner, session: SessionPort) {
    this.#deps = deps;
    this.#own = own;
    this.#session = session;
  }

  /**
   * Starts uploading a broadcast's file, unless an upload is already in progress. Pauses the broadcast if the file
   * can't be sent or all attempts have failed. @param message the first recipient's message, used for the upload.
   * @param uploaded called once the file has been uploaded.
   * @returns the time until which the broadcast rests, in epoch ms.
   */
  begin(broadcast: BroadcastRecord, message: MessageRecord, uploaded: () => void): number {
    if (!this.#running.has(broadcast.id)) {
      this.#running.add(broadcast.id);
      void this.#upload(broadcast, message)
        .then(uploaded, (error: unknown) => this.#noteFailed(broadcast, error))
        .catch(() => {}) // the next attempt says it again
        .finally(() => this.#running.delete(broadcast.id));
    }
    return this.#deps.clock.now().getTime() + LOOK_MS;
  }

  async #upload(broadcast: BroadcastRecord, message: MessageRecord): Promise<void> {
    const chat = await this.#session.resolveChat(message.phone, message.chat_id);
    const bytes = await this.#session.encode(chat, message);
    const prepared = { bytes, at: this.#deps.clock.now().toISOString() };
    this.#failed.delete(broadcast.id);
    await changeBroadcastStatus(this.#deps, broadcast, { set: { prepared }, own: this.#own, wakesLane: true });
  }

  async #noteFailed(broadcast: BroadcastRecord, error: unknown): Promise<void> {
    const { id } = broadcast;
    const failed = (this.#failed.get(id) ?? 0) + 1;
    this.#failed.set(id, failed);
    const about = { instance_id: this.#own.instance_id, broadcast_id: id, tries: failed, error: String(error) };
    if (!(error instanceof CannotPrepare) && failed < TRIES) {
      this.#deps.log.warn(about, "a broadcast's file could not be uploaded; the upload will be retried");
      return;
    }
    this.#deps.log.warn(about, "a broadcast's file can't be sent, so the broadcast is paused");
    this.#failed.delete(id);
    await pauseBroadcast(this.#deps, broadcast, "failures", this.#own);
  }
}
