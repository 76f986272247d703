import type { AccountId, BroadcastId, InstanceId } from "../contracts/ids.ts";
import { padded } from "./padded.ts";
import type { Key } from "./table.ts";

/** The keys for broadcasts: a part of `keys`. */
export const broadcastKeys = {
  broadcast: (account: AccountId, broadcast: BroadcastId): Key => ({ pk: `ACC#${account}#BRD`, sk: broadcast }),
  /** An account's broadcasts that have not started, with how many people each has, because a plan limits both. */
  broadcastPlaces: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "BRD_PLACES" }),
  /** People stored for broadcasts on one day, which a plan limits; `day` = UTC date, `2026-11-20`. */
  broadcastPeopleOfDay: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `BRD_PEOPLE#${day}` }),
  /** A hundred people of a broadcast, as they were when it was created; `gen` grows when its audience is rebuilt. */
  broadcastPeople: (instance: InstanceId, broadcast: BroadcastId, gen: number, page: number): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `${padded(gen)}#PEOPLE#${padded(page)}`,
  }),
  /** The progress of the same hundred. */
  broadcastPage: (instance: InstanceId, broadcast: BroadcastId, gen: number, page: number): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `${padded(gen)}#PAGE#${padded(page)}`,
  }),
  /** A hundred people as given for a broadcast that has not started; its audience can be rebuilt from them. */
  broadcastGiven: (instance: InstanceId, broadcast: BroadcastId, gen: number, page: number): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `${padded(gen)}#GIVEN#${padded(page)}`,
  }),
  /** A person the broadcast was sent to; put only if absent, so nobody gets it twice. */
  broadcastSent: (instance: InstanceId, broadcast: BroadcastId, person: string): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `SENT#${person}`,
  }),
};
