import { queryOptions } from "@tanstack/react-query";
import type { Contact } from "../../../core/contracts/contact.ts";
import { call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { keyOf, pagesOf, partOf } from "./query.ts";

const PAGE = 50;

/** How a number's contacts are asked for. @param search a part of a name, or digits of a phone; "": all. */
export const contactsAsked = (instance: string, search: string, limit = PAGE) => ({
  at: { id: instance },
  query: { limit, search: search.trim() },
});

/** A number's contacts, page by page. */
export const contactsQuery = (instance: string, search: string) =>
  pagesOf("contacts.list", contactsAsked(instance, search), {
    // Each time, a search reads the list until it has found a page.
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

/** Blocks or unblocks a person. */
export const setBlocked = (instance: string, contact: string, isBlocked: boolean) =>
  call(isBlocked ? "contacts.block" : "contacts.unblock", { at: { id: instance, contact } });

/** The answers that show a number's contacts. */
export const contactReads = (instance: string) => [
  partOf("contacts.get", { id: instance }),
  partOf("contacts.list", { id: instance }),
];
