import { queryOptions } from "@tanstack/react-query";
import type { Contact } from "../../../core/contracts/contact.ts";
import { call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { keyOf, pagesOf, partOf } from "./query.ts";

const PAGE = 50;

/**
 * The request parameters for a number's contacts. @param search part of a name, or digits of a phone number. "" means
 * all.
 */
export const contactsAsked = (instance: string, search: string, limit = PAGE) => ({
  at: { id: instance },
  query: { limit, search: search.trim() },
});

/** The paginated query for a number's contacts. */
export const contactsQuery = (instance: string, search: string) =>
  pagesOf("contacts.list", contactsAsked(instance, search), {
    // A search isn't refetched on focus, because each fetch scans the list until it has found enough for a page.
    refetchOnWindowFocus: search === "",
  });

/** The query for a chat's person. Its data is null if there is no such contact. */
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

/** Saves a name for a person. Null removes the saved name. */
export const saveContact = (instance: string, contact: string, name: string | null) =>
  call("contacts.change", { at: { id: instance, contact }, body: { name } });

/** Saves names for several people, at most as many as the API accepts per request. */
export const importContacts = (instance: string, contacts: { phone: string; name: string }[]) =>
  call("contacts.import", { at: { id: instance }, body: { contacts } });

/** Blocks or unblocks a person. */
export const setBlocked = (instance: string, contact: string, isBlocked: boolean) =>
  call(isBlocked ? "contacts.block" : "contacts.unblock", { at: { id: instance, contact } });

/** Requests the deletion of everything stored about a person. The deletion continues after this resolves. */
export const erasePerson = (instance: string, contact: string) =>
  call("contacts.erase", { at: { id: instance, contact } });

/** The cache keys of all responses that show a number's contacts. */
export const contactReads = (instance: string) => [
  partOf("contacts.get", { id: instance }),
  partOf("contacts.list", { id: instance }),
];
