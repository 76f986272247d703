import type { Get } from "../../../core/http/guarded-get.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import type { FileNames, MediaStore, Vault } from "../../../core/ports.ts";
import type { OptOutHashes } from "../../../core/records/kept-opt-outs.ts";
import type { OtpCodes } from "../../../core/records/otps/otp-codes.ts";
import type { PreviewOf } from "../../media/link-preview.ts";
import type { MediaFolder } from "../../media/media-folder.ts";
import type { Metrics } from "../../process/metrics.ts";
import type { NetworkSettings } from "./network-settings.ts";
import type { WayOut } from "./way-out.ts";

/** The dependencies of a network connection, its keys, and the files sent and received on it. */
export interface ConnectionDeps extends LaneDeps {
  vault: Vault;
  /** The files that have been sent or received. */
  media: MediaStore & FileNames;
  /** Sends requests to URLs specified by customers, over the route that `way` returns. */
  get: Get;
  /** Creates link previews for texts, using `get`. */
  preview: PreviewOf;
  /** Returns the current route for outgoing connections. Call it again for each connection. */
  way(): WayOut;
  /** The folder for files that are on their way to the network. */
  folder: MediaFolder;
  network: NetworkSettings;
  /** Monotonic milliseconds, independent of the wall clock. Used to measure leases and the time limits of calls. */
  monotonicMs(): number;
  /** Hashes of people who opted out of broadcasts and whose data was then erased. */
  optOuts: OptOutHashes;
  /** The codes for OTPs. Absent if OTPs can't be sent. */
  codes?: OtpCodes;
  /** The operator's metrics. Absent if nothing is counted. */
  metrics?: Metrics;
}
