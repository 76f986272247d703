import * as z from "zod";
import type { Person } from "../../store/people-table.ts";
import type { PhoneLabel } from "../../store/settings/phone-labels-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { changeSettings } from "../../world/settings/change-settings.ts";
import { labelOfChatSetting, labelSetting } from "../../world/settings/label-settings.ts";
import { settingAddress } from "../../world/settings/setting-address.ts";
import { labelNumber } from "../answers/label-number.ts";
import { presentChat } from "../answers/present-chats.ts";
import { chatInPath, personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const Name = z.string().trim().min(1).max(100);
const Color = z.int().min(0).max(19);
const NewLabel = z.object({ name: Name, color: Color.default(0) });
const LabelChanges = z.object({ name: Name.optional(), color: Color.optional() });

/** The ids of a chat's labels, which replace all current labels. */
const LabelsOfChat = z.object({ label_ids: z.array(z.union([z.string(), z.int()]).transform(String)).max(100) });

/** Routes for the labels on a business phone. */
export const phoneLabelRoutes = [
  route("GET /phones/{phone}/labels", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const labels = transaction.store.phoneLabels.of(owner.phone);
      return ok({ data: labels.map((label) => presentLabel(transaction, owner, label)) });
    }),
  ),

  route("POST /phones/{phone}/labels", NewLabel, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = businessOf(transaction, param("phone"));
      const numbers = transaction.store.phoneLabels.of(owner.phone).map(({ id }) => Number(id) || 0);
      const label = { id: String(Math.max(0, ...numbers) + 1), ...body };
      changeSettings(deps.world, transaction, owner, [labelSetting(label)]);
      return ok(presentLabel(transaction, owner, label), 201);
    }),
  ),

  route("PATCH /phones/{phone}/labels/{id}", LabelChanges, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = businessOf(transaction, param("phone"));
      const label = labelOf(transaction, owner, param("id"));
      const changed = { ...label, name: body.name ?? label.name, color: body.color ?? label.color };
      changeSettings(deps.world, transaction, owner, [labelSetting(changed)]);
      return ok(presentLabel(transaction, owner, changed));
    }),
  ),

  route("DELETE /phones/{phone}/labels/{id}", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const owner = businessOf(transaction, param("phone"));
      const label = labelOf(transaction, owner, param("id"));
      const shown = presentLabel(transaction, owner, label);
      changeSettings(deps.world, transaction, owner, [labelSetting(label, true)]);
      return ok(shown);
    }),
  ),

  route("PUT /phones/{phone}/chats/{chat}/labels", LabelsOfChat, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = businessOf(transaction, param("phone"));
      const chat = chatInPath(transaction, param("chat"));
      const wanted = new Set(body.label_ids.map((id) => labelOf(transaction, owner, id).id));
      const before = new Set(transaction.store.phoneLabels.ofChat(owner.phone, chat.id));
      const jid = settingAddress(transaction, owner, chat);
      changeSettings(deps.world, transaction, owner, [
        ...[...wanted].filter((id) => !before.has(id)).map((id) => labelOfChatSetting(id, jid, true)),
        ...[...before].filter((id) => !wanted.has(id)).map((id) => labelOfChatSetting(id, jid, false)),
      ]);
      return ok(presentChat(transaction, owner, chat.id));
    }),
  ),
];

/** Returns the person, provided their phone runs the business app. @throws SandboxError phone_not_found, conflict. */
function businessOf(transaction: Transaction, phone: string): Person {
  const owner = personOf(transaction, phone);
  if (transaction.store.profiles.isBusiness(owner.phone)) return owner;
  throw new SandboxError("conflict", `Phone ${owner.phone} is no business's: only those have labels.`);
}

/** Returns the label with this id. @throws SandboxError label_not_found. */
function labelOf(transaction: Transaction, owner: Person, id: string): PhoneLabel {
  const label = transaction.store.phoneLabels.of(owner.phone).find((known) => known.id === id);
  if (label) return label;
  throw new SandboxError("label_not_found", `Phone ${owner.phone} has no label ${id}.`);
}

function presentLabel(transaction: Transaction, owner: Person, { id, name, color }: PhoneLabel) {
  const chats = transaction.store.phoneLabels.chatsOf(owner.phone, id);
  return { id: labelNumber(id), name, color, count: chats.length };
}
