import * as z from "zod";
import { chatIdOf, parseAddress, personAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { PhoneContact } from "../../store/settings/phone-contacts-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { changeSettings } from "../../world/settings/change-settings.ts";
import { contactSetting } from "../../world/settings/contact-setting.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const SavedName = z.object({ name: z.string().trim().min(1).max(100) });

/** `with_old_value` means that the removal includes the old name, as on some phones. */
const Removal = z.object({ with_old_value: z.boolean().default(false) });

/** Routes for a phone's address book, which can also contain numbers that don't exist on this network. */
export const phoneContactRoutes = [
  route("GET /phones/{phone}/contacts", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const saved = transaction.store.phoneContacts.of(personOf(transaction, param("phone")).phone);
      return ok({ data: saved.map((contact) => presentContact(transaction, contact)) });
    }),
  ),

  route("PUT /phones/{phone}/contacts/{contact}", SavedName, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const phone = numberOf(param("contact"));
      changeSettings(deps.world, transaction, owner, [contactSetting(transaction, phone, body.name)]);
      return ok({ phone, name: body.name });
    }),
  ),

  route("DELETE /phones/{phone}/contacts/{contact}", Removal, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const phone = numberOf(param("contact"));
      const saved = savedName(transaction, owner, phone);
      const oldName = body.with_old_value ? saved : null;
      changeSettings(deps.world, transaction, owner, [contactSetting(transaction, phone, null, oldName)]);
      return ok({ phone, name: saved });
    }),
  ),
];

/** Parses a phone number. @throws SandboxError bad_request. */
function numberOf(value: string): string {
  const parsed = PhoneNumber.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SandboxError("bad_request", `${value} is not a phone number.`);
}

/** Returns the name that a number is saved under. @throws SandboxError contact_not_found. */
function savedName(transaction: Transaction, owner: Person, phone: string): string {
  const person = transaction.store.people.byPhone(phone);
  const address = person?.hide_number ? personAddress(person, "lid") : chatIdOf(phone);
  const saved = transaction.store.phoneContacts.find(owner.phone, address);
  if (saved) return saved.name;
  throw new SandboxError("contact_not_found", `${phone} is not saved on phone ${owner.phone}.`);
}

function presentContact(transaction: Transaction, { contact, name }: PhoneContact) {
  const address = parseAddress(contact);
  const person = transaction.store.people.at(address);
  return { phone: person?.phone ?? address?.user ?? contact, saved_as: contact, name };
}
