import { queryOptions } from "@tanstack/react-query";
import type { Contact } from "../../../core/contracts/contact.ts";
import { ApiFailure, ask } from "./client.ts";

const pathOf = (instance: string, contact: string) =>
  `/v1/instances/${encodeURIComponent(instance)}/contacts/${encodeURIComponent(contact)}`;

/** The person of a chat; null: there is no such contact. */
export const contactQuery = (instance: string, contact: string) =>
  queryOptions({
    queryKey: ["contact", instance, contact],
    queryFn: async ({ signal }): Promise<Contact | null> => {
      try {
        return await ask<Contact>({ path: pathOf(instance, contact), signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });

/** Saves a person under a name; null: removes the saved name. */
export const saveContact = (instance: string, contact: string, name: string | null) =>
  ask<Contact>({ method: "PATCH", path: pathOf(instance, contact), body: { name } });

/** Blocks or unblocks a person. */
export const setBlocked = (instance: string, contact: string, isBlocked: boolean) =>
  ask<void>({ method: isBlocked ? "PUT" : "DELETE", path: `${pathOf(instance, contact)}/block` });
