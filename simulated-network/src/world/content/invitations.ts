import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { seconds } from "../../format/nodes.ts";
import type { LocationView } from "./content-view.ts";
import { writeLocation } from "./location.ts";

/** An event to which a person invites others. */
export interface NewEvent {
  readonly name: string;
  readonly description?: string | undefined;
  readonly starts_at: Date;
  readonly ends_at?: Date | undefined;
  readonly location?: LocationView | undefined;
  readonly join_link?: string | undefined;
  readonly cancelled?: boolean | undefined;
}

/** A call that is planned for later. */
export interface NewCallInvite {
  readonly title: string;
  readonly starts_at: Date;
  readonly video: boolean;
}

/** An invitation to a group or channel. */
export interface NewInvite {
  readonly kind: "group" | "channel_admin" | "channel";
  readonly chat_id: string;
  readonly name: string;
  /** The invitation's code. Only group invitations have a code. */
  readonly code?: string | undefined;
  readonly caption?: string | undefined;
  readonly expires_at?: Date | undefined;
}

/** Builds an event as phones send it, with the secret that encrypts the responses to it. */
export function writeEvent(event: NewEvent): proto.IMessage {
  return {
    eventMessage: {
      name: event.name,
      description: event.description,
      startTime: seconds(event.starts_at),
      endTime: event.ends_at && seconds(event.ends_at),
      location: event.location && writeLocation(event.location).locationMessage,
      joinLink: event.join_link,
      isCanceled: event.cancelled ?? false,
    },
    messageContextInfo: { messageSecret: randomBytes(32) },
  };
}

/** Builds a planned call as phones send it. */
export function writeCallInvite({ title, starts_at, video }: NewCallInvite): proto.IMessage {
  const { CallType } = proto.Message.ScheduledCallCreationMessage;
  const callType = video ? CallType.VIDEO : CallType.VOICE;
  return { scheduledCallCreationMessage: { title, scheduledTimestampMs: starts_at.getTime(), callType } };
}

/** Builds an invitation as phones send it. */
export function writeInvite({ kind, chat_id, name, code, caption, expires_at }: NewInvite): proto.IMessage {
  const inviteExpiration = expires_at && seconds(expires_at);
  if (kind === "group")
    return {
      groupInviteMessage: { groupJid: chat_id, groupName: name, inviteCode: code, caption, inviteExpiration },
    };
  const channel = { newsletterJid: chat_id, newsletterName: name, caption };
  if (kind === "channel") return { newsletterFollowerInviteMessageV2: channel };
  return { newsletterAdminInviteMessage: { ...channel, inviteExpiration } };
}
