import type { Get } from "../../../core/http/guarded-get.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import type { FileNames, MediaStore, Vault } from "../../../core/ports.ts";
import type { OptOutHashes } from "../../../core/records/kept-opt-outs.ts";
import type { OtpCodes } from "../../../core/records/otps/otp-codes.ts";
import type { MediaFolder } from "../../media/media-folder.ts";
import type { Metrics } from "../../process/metrics.ts";
import type { NetworkSettings } from "./network-settings.ts";
import type { WayOut } from "./way-out.ts";

/** The tools for a connection to the network, its keys and the files it carries. */
export interface ConnectionDeps extends LaneDeps {
  vault: Vault;
  /** Files sent and received. */
  media: MediaStore & FileNames;
  /** Outbound requests to addresses that customers name, by the same way as `way`. */
  get: Get;
  /** How connections leave at this moment: never keep it longer than for one connection. */
  way(): WayOut;
  /** Folder for files on their way to the network. */
  folder: MediaFolder;
  network: NetworkSettings;
  /** Monotonic milliseconds, independent of the clock, by which leases and call time limits are measured. */
  monotonicMs(): number;
  /** Hashes of people whose data were erased and who had opted out of broadcasts. */
  optOuts: OptOutHashes;
  /** The codes for OTPs; absent if none can be sent. */
  codes?: OtpCodes;
  /** Counts for the operator; absent if nothing is counted. */
  metrics?: Metrics;
}
