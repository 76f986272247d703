import { ID_PREFIXES, idPattern } from "../../core/contracts/ids.ts";
import { keys } from "../../core/store/keys.ts";
import type { Item, Key } from "../../core/store/table.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, accountIds, accountOf, needed, type Options } from "./options.ts";
import { shownItem } from "./shown-item.ts";

const HIDES = `Texts, names, phones and other contents are hidden, and "hidden" lists them. Secrets and keys are never shown.
--with-contents shows the contents, which include people's messages. Only view what you need.`;

/** Operator commands that read individual items of the table. See docs/runbook.md. */
export const TABLE_COMMANDS = {
  "message show": {
    about: `Shows a message as it is stored, even if it was deleted or cancelled. Without --account, all accounts are searched.\n${HIDES}`,
    usage: "ID [--account ID] [--with-contents]",
    words: ["id"],
    takes: ["account", "with-contents"],
    run: (admin, options) => showRecord(admin, options, "message"),
  },
  "event show": {
    about: `Shows an event as it is stored, and what is posted to webhooks. Without --account, all accounts are searched.\n${HIDES}`,
    usage: "ID [--account ID] [--with-contents]",
    words: ["id"],
    takes: ["account", "with-contents"],
    run: (admin, options) => showRecord(admin, options, "event"),
  },
  "item show": {
    about: `Shows one item in the table by its key. docs/data-model.md lists the keys. Put both parts of the key in quotes.\n${HIDES}`,
    usage: "PK SK [--with-contents]",
    words: ["pk", "sk"],
    takes: ["with-contents"],
    run: showItem,
  },
} as const satisfies Record<string, AdminCommand>;

async function showRecord(admin: Admin, options: Options, kind: "message" | "event") {
  const id = needed("ID", options.id);
  const prefix = ID_PREFIXES[kind];
  if (!idPattern(prefix).test(id))
    throw new AdminError(`"${id}" is not a valid id. The id must begin with ${prefix}_.`);
  const isOfOne = options.account !== undefined;
  const accounts = isOfOne ? [await accountOf(admin, options)] : await accountIds(admin);
  const [item] = await admin.table.getMany(accounts.map((account) => keys[kind](account, id)));
  if (item) return shown(item, options);
  const where = isOfOne ? `in account ${accounts.join()}` : `in any of the ${accounts.length} accounts`;
  throw new AdminError(
    `There is no ${kind} ${id} ${where}: nothing is stored at ${placeOf(keys[kind]("<account>", id))}.`,
  );
}

async function showItem(admin: Admin, options: Options) {
  const place = { pk: needed("PK", options.pk), sk: needed("SK", options.sk) };
  const item = await admin.table.get(place);
  if (!item)
    throw new AdminError(`There is no item in the table at ${placeOf(place)}. docs/data-model.md lists the keys.`);
  return shown(item, options);
}

function shown(item: Item, options: Options) {
  const { item: fields, hidden } = shownItem(item, options["with-contents"] === true);
  return { ...fields, hidden };
}

const placeOf = ({ pk, sk }: Key) => `"${pk}" "${sk}"`;
