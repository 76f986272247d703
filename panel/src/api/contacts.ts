import { queryOptions } from "@tanstack/react-query";
import type { Contact } from "../../../core/contracts/contact.ts";
import { call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { keyOf, pagesOf, partOf } from "./query.ts";

const PAGE = 50;

/** The request for a number's contacts. @param search a part of a name, or digits of a phone; "" means all. */
export const contactsAsked = (instance: string, search: string, limit = PAGE) => ({
  at: { id: instance },
  query: { limit, search: search.trim() },
});

/** A number's contacts, page by page. */
export const contactsQuery = (instance: string, search: string) =>
  pagesOf("contacts.list", contactsAsked(instance, search), {
    // A search isn't refetched on focus, because each time it reads the list until it has found a page.
    refetchOnWindowFocus: search === "",
  });

/** The person in a chat; null if there is no such contact. */
export const contactQuery = (instance: string, contact: string) =>
  queryOptions({
    queryKey: keyOf("contacts.get", { at: { id: instance, contact } }),
    queryFn: async ({ signal }): Promise<Contact | null> => {
      try {
        return await call("contacts.get", { at: { id: instance, contact }, signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });

/** Saves a person under a name; null removes the saved name. */
export const saveContact = (instance: string, contact: string, name: string | null) =>
  call("contacts.change", { at: { id: instance, contact }, body: { name } });

/** Saves people under names, as many as the API takes at once. */
export const importContacts = (instance: string, contacts: { phone: string; name: string }[]) =>
  call("contacts.import", { at: { id: instance }, body: { contacts } });

/** Blocks or unblocks a person. */
export const setBlocked = (instance: string, contact: string, isBlocked: boolean) =>
  call(isBlocked ? "contacts.block" : "contacts.unblock", { at: { id: instance, contact } });

/** Has everything deleted that is stored of a person; it goes on after the answer. */
export const erasePerson = (instance: string, contact: string) =>
  call("contacts.erase", { at: { id: instance, contact } });

/** The answers that show a number's contacts. */
export const contactReads = (instance: string) => [
  partOf("contacts.get", { id: instance }),
  partOf("contacts.list", { id: instance }),
];
