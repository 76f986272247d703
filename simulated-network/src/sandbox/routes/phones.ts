import * as z from "zod";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
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
 * `business` means that the phone runs the business app, which has labels. `private_ids` means that the account was
 * migrated to private ids, so its phone uses them to identify people's chats.
 */
const NewPhone = z.object({
  phone: PhoneNumber,
  name: z.string().trim().min(1).max(100),
  business: z.boolean().default(false),
  private_ids: z.boolean().default(false),
});

/** The maximum number of people that one request can create. */
const MOST_PEOPLE = 10_000;

const ManyPhones = z.array(NewPhone).min(1).max(MOST_PEOPLE);

/** Accepts one person, or several people as a list or in `phones`. */
const NewPhones = z.unknown().transform((body, { addIssue }) => {
  const list = Array.isArray(body) ? body : (body as { phones?: unknown } | null)?.phones; // any answer, checked
  const parsed = list === undefined ? NewPhone.safeParse(body) : ManyPhones.safeParse(list);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) addIssue({ code: "custom", path: [...path], message });
  return z.NEVER;
});

/** `group_add` determines who can add the person to groups. Everyone else can only send an invitation. */
const PhoneChanges = z.object({
  name: z.string().trim().min(1).max(100).optional(),
  auto_deliver: z.boolean().optional(),
  auto_read: z.boolean().optional(),
  online: z.boolean().optional(),
  hide_number: z.boolean().optional(),
  group_add: z.enum(["all", "contacts", "nobody"]).optional(),
});

/** Creates a person with a phone. @throws SandboxError phone_exists. */
function addPerson(transaction: Transaction, { phone, name, business, private_ids }: z.infer<typeof NewPhone>): Person {
  const person = newPerson(phone, name);
  if (!transaction.store.people.add(person)) throw new SandboxError("phone_exists", `Phone ${phone} exists already.`);
  if (business) transaction.store.profiles.markBusiness(person.phone);
  if (private_ids) transaction.store.profiles.markPrivateIds(person.phone);
  return person;
}

/** Routes for people and their phones. */
export const phoneRoutes = [
  route("POST /phones", NewPhones, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const add = (phone: z.infer<typeof NewPhone>) => presentPhone(transaction, addPerson(transaction, phone));
      return ok(Array.isArray(body) ? { data: body.map(add) } : add(body), 201);
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
