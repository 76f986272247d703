import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { optionsOf, PHONE } from "../fields.ts";
import { type Item, phoneOrId } from "../item.ts";
import type { Operation, ResourceOperations } from "../operation.ts";

const CONTACT: INodeProperties = {
  displayName: "Contact",
  name: "contact",
  type: "string",
  default: "",
  required: true,
  placeholder: "5511999990001",
  description: "The person's phone, or the ID of the chat with them",
};
const SAVED_NAME: INodeProperties = {
  displayName: "Name",
  name: "savedName",
  type: "string",
  default: "",
  description: "The saved name. Leave this empty to remove the name",
};
const FILTERS = optionsOf({
  displayName: "Search",
  name: "search",
  type: "string",
  default: "",
  description: "Part of a name, or digits of a phone",
});

const ofContact = (item: Item) => ({ ids: { id: item.text("instance"), contact: phoneOrId(item.text("contact")) } });

const block = (name: string, method: Operation["method"], description: string): Operation => ({
  name,
  value: name.toLowerCase(),
  action: `${name} a contact`,
  description,
  method,
  path: "/v1/instances/{id}/contacts/{contact}/block",
  empty: "always",
  properties: [INSTANCE, CONTACT],
  parts: ofContact,
});

/** Operations on people, including checking whether a number is on the network. Spec: Endpoints › Instances. */
export const CONTACTS: ResourceOperations = {
  name: "Contact",
  value: "contact",
  operations: [
    block("Block", "PUT", "Stop receiving messages from a contact"),
    {
      name: "Check Number",
      value: "check",
      action: "Check whether a number is on WhatsApp",
      description:
        "Check whether a number is on the network. The number of checks per day is limited; see checks_left_today",
      method: "POST",
      path: "/v1/instances/{id}/check",
      properties: [INSTANCE, PHONE],
      parts: (item) => ({ ids: { id: item.text("instance") }, body: { phone: phoneOrId(item.text("phone")) } }),
    },
    {
      name: "Get",
      value: "get",
      action: "Get a contact",
      description: "Get a contact's names and picture, and when they wrote",
      method: "GET",
      path: "/v1/instances/{id}/contacts/{contact}",
      properties: [INSTANCE, CONTACT],
      parts: ofContact,
    },
    {
      name: "Get Many",
      value: "getAll",
      action: "Get many contacts",
      description: "List an instance's contacts",
      method: "GET",
      path: "/v1/instances/{id}/contacts",
      paging: "links",
      properties: [INSTANCE, FILTERS],
      parts: (item) => ({
        ids: { id: item.text("instance") },
        query: { search: item.options().search, limit: item.pageSize() },
      }),
    },
    {
      name: "Save Name",
      value: "saveName",
      action: "Save the name of a contact",
      description: "Save a contact under a name, or remove its name",
      method: "PATCH",
      path: "/v1/instances/{id}/contacts/{contact}",
      properties: [INSTANCE, CONTACT, SAVED_NAME],
      parts: (item) => ({ ...ofContact(item), body: { name: item.text("savedName") || null } }),
    },
    block("Unblock", "DELETE", "Receive messages from a contact again"),
  ],
};
