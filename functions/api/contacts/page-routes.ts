import { blockContact, unblockContact } from "./block-contact.ts";
import { changeContact } from "./change-contact.ts";
import { eraseContact } from "./erase-contact.ts";
import { routes as exportRoutes } from "./exports.ts";
import { getContact } from "./get-contact.ts";
import { importContacts } from "./import-contacts.ts";
import { listContacts } from "./list-contacts.ts";

/**
 * The routes for contacts that the panel also serves. The other routes read and write files of contacts, which pages do
 * in the browser, and would add 36 KB to the panel's function.
 */
export const pageRoutes = [
  listContacts,
  getContact,
  importContacts,
  changeContact,
  eraseContact,
  blockContact,
  unblockContact,
  ...exportRoutes,
];
