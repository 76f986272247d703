import type { DataFolder } from "./kept-state.ts";
import type { NetworkChoice } from "./network/network-choice.ts";
import type { Settings } from "./settings.ts";

/**
 * The name for the settings' network in the data folder, because numbers linked to one network don't exist on another.
 * A custom server is identified by its root key, because its address can change.
 */
export function networkName({ network }: Settings): string {
  return nameOf(network ?? { kind: "sandbox" });
}

const nameOf = (network: NetworkChoice) => (network.kind === "custom" ? `custom ${network.rootKey}` : network.kind);

/**
 * Real numbers never share a folder with simulated ones, nor with a clock that was moved.
 * @throws one sentence if the folder was made for another network.
 */
export function refuseOtherNetwork(folder: DataFolder, settings: Settings): void {
  const madeFor = folder.madeFor();
  const wanted = networkName(settings);
  if (madeFor !== null && madeFor !== wanted) {
    throw new Error(
      `The data folder ${settings.dataDir} was made for ${inWords(madeFor)}, and this start is for ${inWords(wanted)}. ` +
        "Set DATA_DIR to another folder, or start with the network that this one belongs to.",
    );
  }
  if (wanted !== "sandbox" && folder.readState().clock_offset_ms !== 0) {
    throw new Error(
      `The data folder ${settings.dataDir} holds a clock that was moved, and real numbers need the real time. ` +
        "Set DATA_DIR to another folder.",
    );
  }
}

function inWords(name: string): string {
  const [kind, rootKey] = name.split(" ");
  return rootKey === undefined ? `NETWORK=${kind}` : `NETWORK=${kind} with the root key ${rootKey.slice(0, 8)}…`;
}
