import type { Owner } from "../../core/records/owner.ts";
import { Acknowledgements } from "../connection/acknowledgements.ts";
import { EarlyReceipts } from "../connection/early-receipts.ts";
import { SessionHealth } from "../connection/session-health.ts";
import { Inbox } from "../inbox/inbox.ts";
import type { SessionDeps } from "../session-deps.ts";
import { Blocks } from "./blocks.ts";
import { Channels } from "./channels.ts";
import type { SharedParts } from "./connection-slot.ts";
import { ContactsMirror } from "./contacts-mirror.ts";
import { GroupsMirror } from "./groups-mirror.ts";
import { LabelOffers } from "./label-offers.ts";

/**
 * Creates the parts that a session retains across all its connections and keys. @param lost called if another task has
 * taken over.
 */
export function sharedParts(deps: SessionDeps, owner: Owner, lost: () => void): SharedParts {
  const { log, metrics, monotonicMs } = deps;
  const inbox = new Inbox(log, owner.instance_id, lost, metrics, monotonicMs);
  return {
    inbox,
    acknowledgements: new Acknowledgements(monotonicMs),
    receipts: new EarlyReceipts(),
    health: new SessionHealth(log, owner.instance_id, monotonicMs),
    blocks: new Blocks(deps, owner),
    labels: new LabelOffers(deps, owner),
    contacts: new ContactsMirror(deps, owner),
    groups: new GroupsMirror(deps, owner, inbox),
    channels: new Channels(deps, owner),
  };
}
