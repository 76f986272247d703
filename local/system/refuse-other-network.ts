import type { DataFolder } from "./kept-state.ts";
import type { NetworkChoice } from "./network/network-choice.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns the name of the configured network, as stored in the data folder. Numbers linked to one network don't exist
 * on another. A custom server is identified by its root key, because its address can change.
 */
export function networkName({ network }: Settings): string {
  return nameOf(network ?? { kind: "sandbox" });
}

const nameOf = (network: NetworkChoice) => (network.kind === "custom" ? `custom ${network.rootKey}` : network.kind);

/**
 * Prevents real numbers from sharing a folder with simulated numbers, or with a clock that was moved.
 * @throws a one-sentence error if the folder was created for a different network.
 */
export function refuseOtherNetwork(folder: DataFolder, settings: Settings): void {
  const madeFor = folder.madeFor();
  const wanted = networkName(settings);
  if (madeFor !== null && madeFor !== wanted) {
    throw new Error(
      `The data folder ${settings.dataDir} was created for ${inWords(madeFor)}, but the gateway was started for ${inWords(wanted)}. ` +
        "Set DATA_DIR to a different folder, or start with the network that this folder belongs to.",
    );
  }
  if (wanted !== "sandbox" && folder.readState().clock_offset_ms !== 0) {
    throw new Error(
      `The clock in the data folder ${settings.dataDir} was changed, but real numbers need the real time. ` +
        "Set DATA_DIR to a different folder.",
    );
  }
}

function inWords(name: string): string {
  const [kind, rootKey] = name.split(" ");
  return rootKey === undefined ? `NETWORK=${kind}` : `NETWORK=${kind} with the root key ${rootKey.slice(0, 8)}…`;
}
