// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {
  ContactsBlockResponses,
  ContactsChangeData,
  ContactsChangeResponses,
  ContactsEraseResponses,
  ContactsExportData,
  ContactsExportResponses,
  ContactsGetImportResponses,
  ContactsGetResponses,
  ContactsImportData,
  ContactsImportResponses,
  ContactsListData,
  ContactsListResponses,
  ContactsStartImportData,
  ContactsStartImportResponses,
  ContactsUnblockResponses,
} from "../types.ts";

/** The calls of `contacts`. */
export class Contacts extends Resource {
  /** List contacts. Any API key. */
  list(instanceId: string, query?: Query<ContactsListData>, options?: CallOptions): List<Item<ContactsListResponses>> {
    return this.callList({
      method: "GET",
      path: "/v1/instances/{id}/contacts",
      ids: [instanceId],
      query,
      answer: "links",
      options,
    });
  }

  /** Get a contact. Any API key. */
  get(instanceId: string, contactId: string, options?: CallOptions): Answer<Data<ContactsGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/contacts/{contact}",
      ids: [instanceId, contactId],
      answer: "record",
      options,
    });
  }

  /** Save a contact under a name, or remove its name. A full key. */
  change(
    instanceId: string,
    contactId: string,
    body: Body<ContactsChangeData>,
    options?: CallOptions,
  ): Answer<Data<ContactsChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/contacts/{contact}",
      ids: [instanceId, contactId],
      body,
      answer: "record",
      options,
    });
  }

  /** Save many contacts under names, without changing the phone's address book. A full key. */
  import(
    instanceId: string,
    body: Body<ContactsImportData>,
    options?: CallOptions,
  ): Answer<Data<ContactsImportResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/contacts/import",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }

  /** Save up to 10,000 contacts under names, in the background. A full key. */
  startImport(
    instanceId: string,
    body: Body<ContactsStartImportData>,
    options?: CallOptions,
  ): Answer<Data<ContactsStartImportResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/contact-imports",
      ids: [instanceId],
      body,
      answer: "record",
      options,
    });
  }

  /** Read how far an import of contacts is. Any API key. */
  getImport(instanceId: string, importId: string, options?: CallOptions): Answer<Data<ContactsGetImportResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/contact-imports/{import}",
      ids: [instanceId, importId],
      answer: "record",
      options,
    });
  }

  /** Get contacts as a CSV or vCard file. Any API key. */
  export(
    instanceId: string,
    query?: Query<ContactsExportData>,
    options?: CallOptions,
  ): Answer<Data<ContactsExportResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/contacts/export",
      ids: [instanceId],
      query,
      answer: "object",
      options,
    });
  }

  /** Delete a person's data. A full key. */
  erase(instanceId: string, contactId: string, options?: CallOptions): Answer<Data<ContactsEraseResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/contacts/{contact}/data",
      ids: [instanceId, contactId],
      answer: "record?",
      options,
    });
  }

  /** Block a contact. A full key. */
  block(instanceId: string, contactId: string, options?: CallOptions): Answer<Data<ContactsBlockResponses>> {
    return this.callOne({
      method: "PUT",
      path: "/v1/instances/{id}/contacts/{contact}/block",
      ids: [instanceId, contactId],
      answer: "none",
      options,
    });
  }

  /** Unblock a contact. A full key. */
  unblock(instanceId: string, contactId: string, options?: CallOptions): Answer<Data<ContactsUnblockResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/contacts/{contact}/block",
      ids: [instanceId, contactId],
      answer: "none",
      options,
    });
  }
}
