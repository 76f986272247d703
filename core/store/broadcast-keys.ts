import type { AccountId, BroadcastId, InstanceId } from "../contracts/ids.ts";
import { padded } from "./padded.ts";
import type { Key } from "./table.ts";

/** The keys for broadcasts; part of `keys`. */
export const broadcastKeys = {
  broadcast: (account: AccountId, broadcast: BroadcastId): Key => ({ pk: `ACC#${account}#BRD`, sk: broadcast }),
  /** An account's broadcasts that haven't started yet, and the number of people in each. Plans limit both. */
  broadcastPlaces: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "BRD_PLACES" }),
  /**
   * The number of people stored for broadcasts on a single day, which is limited by the plan. `day` is a UTC date such
   * as `2026-11-20`.
   */
  broadcastPeopleOfDay: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `BRD_PEOPLE#${day}` }),
  /**
   * A page of a hundred people as they were when a broadcast was created. `gen` increases when the audience is rebuilt.
   */
  broadcastPeople: (instance: InstanceId, broadcast: BroadcastId, gen: number, page: number): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `${padded(gen)}#PEOPLE#${padded(page)}`,
  }),
  /** The progress for the hundred people on the page with the same number. */
  broadcastPage: (instance: InstanceId, broadcast: BroadcastId, gen: number, page: number): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `${padded(gen)}#PAGE#${padded(page)}`,
  }),
  /**
   * A page of a hundred people as specified for a broadcast that has not started. Its audience can be rebuilt from
   * these pages.
   */
  broadcastGiven: (instance: InstanceId, broadcast: BroadcastId, gen: number, page: number): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `${padded(gen)}#GIVEN#${padded(page)}`,
  }),
  /**
   * A person that the broadcast was sent to. The item is put only if it is absent, so each person gets the broadcast at
   * most once.
   */
  broadcastSent: (instance: InstanceId, broadcast: BroadcastId, person: string): Key => ({
    pk: `INST#${instance}#BRD#${broadcast}`,
    sk: `SENT#${person}`,
  }),
};
