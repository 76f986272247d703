import * as z from "zod";
import { emptyMailbox } from "../../world/messages/arriving/hand-over.ts";
import { newPerson } from "../../world/people/new-person.ts";
import { changeSettings } from "../../world/settings/change-settings.ts";
import { setGroupAdd } from "../../world/settings/group-add.ts";
import { nameSetting } from "../../world/settings/name-setting.ts";
import { presentPhone } from "../answers/present.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/**
 * `business`: the phone runs the app for businesses, which has labels; `private_ids`: the account moved to private ids,
 * and its phone names people's chats by them.
 */
const NewPhone = z.object({
  phone: PhoneNumber,
  name: z.string().trim().min(1).max(100),
  business: z.boolean().default(false),
  private_ids: z.boolean().default(false),
});

/** `group_add`: who may add the person to groups; the others can only invite them. */
const PhoneChanges = z.object({
  name: z.string().trim().min(1).max(100).optional(),
  auto_deliver: z.boolean().optional(),
  auto_read: z.boolean().optional(),
  online: z.boolean().optional(),
  hide_number: z.boolean().optional(),
  group_add: z.enum(["all", "contacts", "nobody"]).optional(),
});

/** People and their phones. */
export const phoneRoutes = [
  route("POST /phones", NewPhone, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const person = newPerson(body.phone, body.name);
      if (!transaction.store.people.add(person))
        throw new SandboxError("phone_exists", `Phone ${body.phone} exists already.`);
      if (body.business) transaction.store.profiles.markBusiness(person.phone);
      if (body.private_ids) transaction.store.profiles.markPrivateIds(person.phone);
      return ok(presentPhone(transaction, person), 201);
    }),
  ),

  route("GET /phones/{phone}", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => ok(presentPhone(transaction, personOf(transaction, param("phone"))))),
  ),

  route("PATCH /phones/{phone}", PhoneChanges, ({ deps, param, body }) =>
    deps.world.transactions.run(async (transaction) => {
      const before = personOf(transaction, param("phone"));
      const after = { ...before, ...body };
      transaction.store.people.change(before.phone, after);
      if (body.group_add) setGroupAdd(transaction, before.phone, body.group_add);
      const isLinked = transaction.store.devices.of(before.phone).length > 0;
      if (after.name !== before.name && isLinked) {
        changeSettings(deps.world, transaction, after, [nameSetting(after.name)]);
      }
      if (after.online && !before.online) await emptyMailbox(deps.world, transaction, after);
      return ok(presentPhone(transaction, after));
    }),
  ),
];
