import * as z from "zod";
import { markDirty } from "../../world/groups/mark-dirty.ts";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";

const Dirt = z.object({ type: z.enum(["groups", "account_sync", "communities"]).default("groups") });

/** Routes that notify linked devices that they may have missed changes. */
export const dirtyRoutes = [
  /** Lists the kinds of data that linked devices still have to request again. */
  route("GET /phones/{phone}/dirty", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const { devices, dirtyMarks } = transaction.store;
      const linked = devices.of(personOf(transaction, param("phone")).phone);
      return ok({
        data: linked.flatMap((to) => dirtyMarks.of(to).map(({ type }) => ({ device: to.device, type }))),
      });
    }),
  ),

  /** Notifies the linked devices, now and whenever they reconnect, until they have requested the data again. */
  route("POST /phones/{phone}/dirty", Dirt, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      markDirty(deps.world, transaction, owner, body.type);
      return ok({ type: body.type, told: transaction.store.devices.of(owner.phone).map(({ device }) => device) });
    }),
  ),
];
