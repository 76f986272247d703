import type { IDataObject, INodeProperties } from "n8n-workflow";

/** The event types and what each of them reports. Spec: Events › Event types. */
export const EVENT_TYPES: readonly { name: string; value: string; description: string }[] = [
  { name: "Broadcast Completed", value: "broadcast.completed", description: "Everyone has been sent their message" },
  { name: "Broadcast Paused", value: "broadcast.paused", description: "By you, or to protect the number" },
  { name: "Call Received", value: "call.received", description: "Someone called" },
  { name: "Call Rejected", value: "call.rejected", description: "A call was declined" },
  { name: "Chat Assigned", value: "chat.assigned", description: "Only if the account has chosen this type" },
  { name: "Chat Closed", value: "chat.closed", description: "Only if the account has chosen this type" },
  { name: "Export Completed", value: "export.completed", description: "The archive can be downloaded" },
  { name: "Export Failed", value: "export.failed", description: "There is no archive, or not any more" },
  { name: "Group Message", value: "group.message", description: "Only if the account has chosen this type" },
  { name: "Group Update", value: "group.update", description: "Only if the account has chosen this type" },
  { name: "Instance Status", value: "instance.status", description: "Linked, lost its link, or changed state" },
  { name: "Message Deleted", value: "message.deleted", description: "For everyone" },
  { name: "Message Edited", value: "message.edited", description: "By the person, on the phone, or through the API" },
  {
    name: "Message Poll Vote",
    value: "message.poll_vote",
    description: "Someone voted, changed their vote or withdrew it",
  },
  { name: "Message Reaction", value: "message.reaction", description: "Someone reacted with an emoji" },
  { name: "Message Received", value: "message.received", description: "Someone wrote" },
  { name: "Message Sent From Phone", value: "message.sent_from_phone", description: "Typed on the linked phone" },
  { name: "Message Status", value: "message.status", description: "Sent, delivered, read or failed" },
  { name: "OTP Completed", value: "otp.completed", description: "A phone number was confirmed" },
  { name: "OTP Failed", value: "otp.failed", description: "It could not be confirmed" },
  { name: "Webhook Test", value: "webhook.test", description: "Requested in the panel or through the API" },
];

/** The field for choosing event types. */
export const EVENTS: INodeProperties = {
  displayName: "Events",
  name: "events",
  type: "multiOptions",
  options: [...EVENT_TYPES],
  default: ["message.received"],
  required: true,
  description:
    "The events that start the workflow. They must also be on the account's own list of events in the panel.",
};

/** An event as a webhook or a poll delivers it. Spec: Event envelope. */
export interface EventEnvelope extends IDataObject {
  id: string;
  type: string;
}
