import { CONTACTS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { linksPart } from "../../parts/links-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { blockContact, unblockContact } from "./block-contact.ts";
import { changeContact } from "./change-contact.ts";
import { eraseContact } from "./erase-contact.ts";
import { exportContacts } from "./export-contacts.ts";
import { routes as exportRoutes } from "./exports.ts";
import { getContact } from "./get-contact.ts";
import { importContacts } from "./import-contacts.ts";
import { routes as importRoutes } from "./imports.ts";
import { listContacts } from "./list-contacts.ts";

/** The routes for contacts, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listContacts,
  getContact,
  importContacts,
  ...importRoutes,
  exportContacts,
  changeContact,
  eraseContact,
  blockContact,
  unblockContact,
  ...exportRoutes,
];

/** The parts this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, linksPart];

/** The Lambda handler for these routes. */
export const handler = resource(CONTACTS_ROUTES, routes, ownDeps(parts));
