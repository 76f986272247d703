import type { INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { GROUP, OWN_KEY, optionsOf } from "../fields.ts";
import type { Item } from "../item.ts";
import type { ResourceOperations } from "../operation.ts";

const PARTICIPANTS: INodeProperties = {
  displayName: "Participants",
  name: "participants",
  type: "string",
  default: "",
  required: true,
  placeholder: "5511999990001, 5511999990002",
  description: "Phones with their country code, separated by commas",
};
const SUBJECT: INodeProperties = {
  displayName: "Subject",
  name: "subject",
  type: "string",
  default: "",
  required: true,
  placeholder: "Team",
  description: "The group's name",
};
const DESCRIPTION: INodeProperties = {
  displayName: "Description",
  name: "description",
  type: "string",
  typeOptions: { rows: 2 },
  default: "",
};
const INVITE: INodeProperties = {
  displayName: "Invite by Message",
  name: "invite",
  type: "boolean",
  default: false,
  description: "Whether people who can only be invited are sent an invitation message",
};

const ofGroup = (item: Item) => ({ ids: { id: item.text("instance"), group: item.text("group") } });
const participants = (item: Item) => ({ participants: item.list(item.value("participants", "")) });

/** Operations on the groups that the number belongs to. Spec: Endpoints. */
export const GROUPS: ResourceOperations = {
  name: "Group",
  value: "group",
  operations: [
    {
      name: "Add Participants",
      value: "addParticipants",
      action: "Add participants to a group",
      description: "Add people to a group. An invite link is safer for the number",
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/participants",
      paging: "whole",
      properties: [INSTANCE, GROUP, PARTICIPANTS, INVITE],
      parts: (item) => ({ ...ofGroup(item), body: { ...participants(item), invite: item.value("invite", false) } }),
    },
    {
      name: "Create",
      value: "create",
      action: "Create a group",
      description: "Create a group",
      method: "POST",
      path: "/v1/instances/{id}/groups",
      keyed: true,
      properties: [INSTANCE, SUBJECT, { ...PARTICIPANTS, required: false }, optionsOf(DESCRIPTION, OWN_KEY)],
      parts(item) {
        const { description } = item.options();
        const body = { subject: item.text("subject"), ...participants(item) };
        return { ids: { id: item.text("instance") }, body: { ...body, ...(description && { description }) } };
      },
    },
    {
      name: "Get",
      value: "get",
      action: "Get a group",
      description: "Get a group and its members",
      method: "GET",
      path: "/v1/instances/{id}/groups/{group}",
      properties: [INSTANCE, GROUP],
      parts: ofGroup,
    },
    {
      name: "Get Invite Link",
      value: "getInvite",
      action: "Get the invite link of a group",
      description: "Get the link that people use to join a group",
      method: "GET",
      path: "/v1/instances/{id}/groups/{group}/invite",
      properties: [INSTANCE, GROUP],
      parts: ofGroup,
    },
    {
      name: "Get Many",
      value: "getAll",
      action: "Get many groups",
      description: "List the groups that the number is in",
      method: "GET",
      path: "/v1/instances/{id}/groups",
      paging: "links",
      properties: [INSTANCE],
      parts: (item) => ({ ids: { id: item.text("instance") }, query: { limit: item.pageSize() } }),
    },
    {
      name: "Remove Participants",
      value: "removeParticipants",
      action: "Remove participants from a group",
      description: "Remove people from a group",
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/participants/remove",
      paging: "whole",
      properties: [INSTANCE, GROUP, PARTICIPANTS],
      parts: (item) => ({ ...ofGroup(item), body: participants(item) }),
    },
  ],
};
