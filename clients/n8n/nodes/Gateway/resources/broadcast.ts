import type { IDataObject, INodeProperties } from "n8n-workflow";
import { INSTANCE } from "../../../shared/pickers.ts";
import { OWN_KEY, optionsOf } from "../fields.ts";
import type { Item } from "../item.ts";
import type { Operation, ResourceOperations } from "../operation.ts";

const BROADCAST_ID: INodeProperties = {
  displayName: "Broadcast ID",
  name: "broadcastId",
  type: "string",
  default: "",
  required: true,
  placeholder: "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
};
const FIELDS: INodeProperties[] = [
  {
    displayName: "Text",
    name: "text",
    type: "string",
    typeOptions: { rows: 4 },
    default: "",
    required: true,
    placeholder: "Hello {name|there}, …",
    description: "The text, which can contain {name}, {field} or {field|default}. A line about how to opt out is added",
  },
  {
    displayName: "Audience",
    name: "audience",
    type: "options",
    options: [
      { name: "Label", value: "label", description: "People whose chat has a label" },
      { name: "Phones", value: "phones", description: "A list of numbers" },
      { name: "Recent", value: "recent", description: "People who wrote within a number of days" },
    ],
    default: "recent",
    description: "Who gets the broadcast, among people who have written to this instance",
  },
  {
    displayName: "Days",
    name: "days",
    type: "number",
    typeOptions: { minValue: 1, maxValue: 365 },
    default: 30,
    displayOptions: { show: { audience: ["recent"] } },
  },
  {
    displayName: "Label ID",
    name: "labelId",
    type: "number",
    default: 0,
    required: true,
    displayOptions: { show: { audience: ["label"] } },
  },
  {
    displayName: "Recipients",
    name: "recipients",
    type: "json",
    default: "[]",
    required: true,
    displayOptions: { show: { audience: ["phones"] } },
    placeholder: '[{ "phone": "5511999990001", "name": "Ana", "fields": { "order": "1042" } }]',
    description: "A list of objects with phone, and optionally name and fields",
  },
];
const BEGIN: INodeProperties[] = [
  {
    displayName: "Begin",
    name: "begin",
    type: "options",
    options: [
      { name: "At a Time", value: "at" },
      { name: "Later, by Hand or by Start", value: "draft", description: "It stays a draft" },
      { name: "Now", value: "now" },
    ],
    default: "draft",
  },
  {
    displayName: "Begin At",
    name: "startAt",
    type: "dateTime",
    default: "",
    required: true,
    displayOptions: { show: { begin: ["at"] } },
    description: "Up to 30 days ahead. A time without an offset is in the workflow's time zone",
  },
];
const NAME: INodeProperties = {
  displayName: "Name",
  name: "name",
  type: "string",
  default: "",
  description: "A name for your own use. Recipients never see it",
};
const FILTERS = optionsOf({
  displayName: "Status",
  name: "status",
  type: "options",
  options: ["cancelled", "completed", "draft", "paused", "running", "scheduled"].map((value) => ({
    name: `${value[0]?.toUpperCase()}${value.slice(1)}`,
    value,
  })),
  default: "running",
});

const ofBroadcast = (item: Item) => ({ ids: { id: item.text("broadcastId") } });

const step = (name: string, value: string, description: string): Operation => ({
  name,
  value,
  action: `${name} a broadcast`,
  description,
  method: "POST",
  path: `/v1/broadcasts/{id}/${value}`,
  properties: [BROADCAST_ID],
  parts: ofBroadcast,
});

function audience(item: Item): IDataObject {
  const kind = item.text("audience");
  if (kind === "recent") return { audience: kind, days: Number(item.value("days")) };
  if (kind === "label") return { audience: kind, label_id: Number(item.value("labelId")) };
  return { audience: kind, recipients: item.json("recipients") as IDataObject[] }; // the gateway judges it
}

/** Operations on broadcasts: one message to many people who have already written to the instance. Spec: Broadcast. */
export const BROADCASTS: ResourceOperations = {
  name: "Broadcast",
  value: "broadcast",
  operations: [
    {
      name: "Create",
      value: "create",
      action: "Create a broadcast",
      description: "Send a broadcast to many people who have written before. By default, the broadcast stays a draft",
      method: "POST",
      path: "/v1/broadcasts",
      keyed: true,
      properties: [INSTANCE, ...FIELDS, ...BEGIN, optionsOf(OWN_KEY, NAME)],
      parts(item) {
        const { name } = item.options();
        const begin = item.text("begin");
        return {
          body: {
            instance_id: item.text("instance"),
            text: item.value<string>("text"),
            ...audience(item),
            ...(name !== undefined && { name }),
            ...(begin === "draft" && { draft: true }),
            ...(begin === "at" && { start_at: item.time(item.value("startAt")) }),
          },
        };
      },
    },
    {
      name: "Get",
      value: "get",
      action: "Get a broadcast",
      description: "Get a broadcast and its progress",
      method: "GET",
      path: "/v1/broadcasts/{id}",
      properties: [BROADCAST_ID],
      parts: ofBroadcast,
    },
    {
      name: "Get Many",
      value: "getAll",
      action: "Get many broadcasts",
      description: "List an instance's broadcasts, newest first",
      method: "GET",
      path: "/v1/broadcasts",
      paging: "links",
      properties: [INSTANCE, FILTERS],
      parts: (item) => ({ query: { instance_id: item.text("instance"), status: item.options().status } }),
    },
    step("Pause", "pause", "Pause a broadcast until it is resumed"),
    step("Resume", "resume", "Resume a paused broadcast"),
    step("Start", "start", "Start a draft, or start a scheduled broadcast early"),
  ],
};
