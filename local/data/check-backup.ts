import { LAYOUT_VERSION } from "../aws/dynamo/records.ts";
import { gatewayVersion } from "./about.ts";
import type { Manifest } from "./manifest.ts";

/** Creates a function that checks whether this gateway can use a backup. @param network the network in the settings. */
export function checkBackup(network: string): (manifest: Manifest) => void {
  return (manifest) => {
    if (manifest.data_version > LAYOUT_VERSION) {
      throw new Error(
        `The backup is from version ${manifest.gateway_version} of the gateway, whose data this version (${gatewayVersion()}) can't read. Restore it with version ${manifest.gateway_version} or a newer version.`,
      );
    }
    if (manifest.network !== null && manifest.network !== network) {
      throw new Error(
        `The backup's numbers belong to NETWORK=${manifest.network.split(" ")[0]}. Restore it with this setting.`,
      );
    }
  };
}
