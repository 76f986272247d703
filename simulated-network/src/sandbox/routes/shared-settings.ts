import * as z from "zod";
import { makeSnapshots } from "../../world/settings/make-snapshots.ts";
import { shareKeys } from "../../world/settings/share-keys.ts";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";

/**
 * `renew` means that from now on, the phone encrypts its changes with a new key. `share` means that its linked devices
 * receive all keys. Without the new key, they can't decrypt new changes.
 */
const SettingsKey = z.object({ renew: z.boolean().default(false), share: z.boolean().default(true) });

/** Routes that control how a phone encrypts the settings it shares with its linked devices. */
export const sharedSettingsRoutes = [
  route("POST /phones/{phone}/settings-key", SettingsKey, ({ deps, param, body }) =>
    deps.world.transactions.run(async (transaction) => {
      const owner = personOf(transaction, param("phone"));
      const { appStates, devices } = transaction.store;
      if (body.renew) appStates.setLatestKey(owner.phone, appStates.latestKey(owner.phone) + 1);
      const told = body.share ? devices.of(owner.phone) : [];
      for (const device of told) await shareKeys(deps.world, transaction, owner, device);
      return ok({ keys: appStates.latestKey(owner.phone), shared_with: told.map(({ device }) => device) });
    }),
  ),

  /** From now on, new devices receive the current settings as a file on the media host, as real devices often do. */
  route("POST /phones/{phone}/settings-snapshot", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      return ok({ versions: makeSnapshots(deps.world, transaction, owner) }, 201);
    }),
  ),
];
