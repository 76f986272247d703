import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../../format/nodes.ts";
import { CREATION_NOTICES } from "../../world/channels/terms.ts";

/** The numbers of the settings that contain the IDs of the notices about creating channels. */
const CREATION_NOTICE_SETTINGS = [3834, 3835] as const;

/** Returns the network's settings for clients. They all match the client's own defaults. */
export function showProperties(): BinaryNode[] {
  const notices = CREATION_NOTICE_SETTINGS.map((config_code, index) =>
    node("prop", { config_code, config_value: CREATION_NOTICES[index] }),
  );
  return [node("props", { hash: "simulated", refresh: 86400, protocol: 1 }, notices)];
}
