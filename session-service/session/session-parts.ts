import type { AuthStore } from "../baileys/keys/auth-store.ts";
import type { SessionCaches } from "../baileys/shared/ttl-cache.ts";
import type { Acknowledgements } from "../connection/acknowledgements.ts";
import type { EarlyReceipts } from "../connection/early-receipts.ts";
import type { SessionHealth } from "../connection/session-health.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Blocks } from "./blocks.ts";
import type { Channels } from "./channels.ts";
import type { ContactsMirror } from "./contacts-mirror.ts";
import type { GroupsMirror } from "./groups-mirror.ts";
import type { LabelOffers } from "./label-offers.ts";

/** The parts of a session that its successive connections share. */
export interface SessionParts {
  store: AuthStore;
  caches: SessionCaches;
  inbox: Inbox;
  acknowledgements: Acknowledgements;
  receipts: EarlyReceipts;
  health: SessionHealth;
  blocks: Blocks;
  contacts: ContactsMirror;
  labels: LabelOffers;
  groups: GroupsMirror;
  channels: Channels;
  /** Whether the connection is opened only to log out, in which case received messages are not stored. */
  mute: boolean;
}
