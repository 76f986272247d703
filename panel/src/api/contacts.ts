import { queryOptions } from "@tanstack/react-query";
import type { Contact } from "../../../core/contracts/contact.ts";
import { call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { keyOf } from "./query.ts";

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
