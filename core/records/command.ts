import type { TypingState } from "../contracts/chats/change-chat.ts";
import type { ErrorCode } from "../contracts/error-codes.ts";
import type { NotAdded } from "../contracts/groups/create-group.ts";
import type { REQUEST_RESULTS } from "../contracts/groups/requests.ts";
import type { MessageId, StatusId } from "../contracts/ids.ts";
import type { ChannelFields, NetworkPost } from "../domain/channels/channel.ts";
import type { PhoneChatChange } from "../domain/chats/asked-change.ts";
import type { ChatPlace } from "../domain/chats/chat-place.ts";
import type { ContactPicture } from "../domain/chats/contact-picture.ts";
import type { FileSource } from "../domain/files/file-source.ts";
import type { GroupHead, GroupRole, GroupSettings } from "../domain/groups/group.ts";
import type { MemberAction, MemberOutcome } from "../domain/groups/member-outcome.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { ProfileRecord } from "./profile.ts";

/** A command about an existing message. An `emoji` of null removes the reaction. */
export type MessageCommand =
  | { kind: "edit"; message_id: MessageId; text: string }
  | { kind: "delete"; message_id: MessageId }
  | { kind: "react"; message_id: MessageId; emoji: string | null }
  | { kind: "read"; message_id: MessageId };

/** A command about a chat, named by its place on the instance. */
export type ChatCommand = { chat: ChatPlace } & (
  | { kind: "change_chat"; change: PhoneChatChange }
  | { kind: "read_chat" }
  | { kind: "delete_chat" }
  | { kind: "show_typing"; state: TypingState }
);

/** A change to a group; omitted fields stay. A `description` or `picture` of null is removed. */
export interface GroupChange {
  subject?: string;
  description?: string | null;
  settings?: Partial<GroupSettings>;
  picture?: FileSource | null;
}

/** A group to create. `people` are phone digits, or private ids. */
export interface GroupPlan {
  /** A key chosen once for all attempts. */
  key: string;
  /** The place of the record of its creation; null if there is none, in which case a lost answer is lost. */
  place: string | null;
  subject: string;
  description: string | null;
  settings: Partial<GroupSettings>;
  people: string[];
  picture: FileSource | null;
}

/** A command about a group (`…@g.us`) or, if `group` is null, about one that is not known yet. */
export type GroupCommand =
  | ({ group: string } & (
      | { kind: "change_group"; change: GroupChange }
      | { kind: "leave_group" }
      | { kind: "read_invite" }
      | { kind: "revoke_invite" }
      | { kind: "read_join_requests" }
      /** `people` are as given: phone digits, or private ids. */
      | { kind: "answer_join_requests"; answer: "approve" | "reject"; people: string[] }
      | { kind: "change_members"; deed: MemberAction; people: string[] }
    ))
  | ({ group: null } & (
      | { kind: "preview_group"; invite: string }
      /** `invite` is only the code. */
      | { kind: "join_group"; invite: string }
      | ({ kind: "create_group" } & GroupPlan)
    ));

/** A change to a channel; omitted fields stay. A `description` or `picture` of null is removed. */
export interface ChannelChangeAsked {
  name?: string;
  description?: string | null;
  picture?: FileSource | null;
}

/** A command about a channel (`…@newsletter`) or, if `channel` is null, about one whose id is not known yet. */
export type ChannelCommand =
  | ({ channel: string } & (
      | { kind: "change_channel"; change: ChannelChangeAsked }
      | { kind: "delete_channel" }
      | { kind: "follow_channel" }
      | { kind: "unfollow_channel" }
      | { kind: "read_posts"; limit: number }
    ))
  | ({ channel: null } & (
      | { kind: "create_channel"; name: string; description: string | null; picture: FileSource | null }
      /** `invite` is only the code. */
      | { kind: "preview_channel"; invite: string }
    ));

/** A command to delete a sent status for everyone who got it. */
export interface StatusCommand {
  kind: "delete_status";
  status: StatusId;
}

/** A command about the linked number itself, or its link. */
export type NumberCommand =
  | { kind: "pairing_code"; phone: string }
  /** Reports how far a link by passkey is. */
  | { kind: "read_passkey" }
  /** `credential_id` is base64url; `assertion` is what the browser returned, as JSON. */
  | { kind: "sign_by_passkey"; credential_id: string; assertion: string }
  | { kind: "check"; phone: string }
  /** Connects to the network's host through the number's proxy, with or without a connection of its own. */
  | { kind: "test_proxy" }
  /** Declines a call that is ringing, as far as we know. */
  | { kind: "reject_call"; call_id: string }
  | { kind: "read_profile" }
  /** Checks and copies a person's picture. `person` is phone digits, or a private id. */
  | { kind: "contact_picture"; person: string }
  /** `person` is phone digits, or a private id; `shown_name` is the name that the person shows. */
  | { kind: "set_blocked"; person: string; blocked: boolean; shown_name: string | null }
  /** Omitted fields stay unchanged; a `picture` of null is removed. */
  | { kind: "change_profile"; name?: string; about?: string; picture?: FileSource | null };

/**
 * An API function's request to an instance's session, whose answer the function waits for. Commands don't wait: one
 * that has not started by its deadline never starts, and the caller is asked to try again.
 */
export type Command = MessageCommand | ChatCommand | GroupCommand | ChannelCommand | StatusCommand | NumberCommand;

/** Commands that help to link a phone, so no connection is open yet. */
export type LinkCommand = Extract<NumberCommand, { kind: "pairing_code" | "read_passkey" | "sign_by_passkey" }>;

/** Whether a command is for the time before a phone is linked. */
export const isForLinking = (command: Command): command is LinkCommand =>
  command.kind === "pairing_code" || command.kind === "read_passkey" || command.kind === "sign_by_passkey";

/** The results of commands that return more than that they are done. */
export interface CommandResults {
  /** `expires_at` is ISO, UTC. */
  pairing_code: { code: string; expires_at: string };
  read_passkey: PasskeyProgress;
  sign_by_passkey: PasskeyProgress;
  /** `phone` is in the network's form; absent if it is not there, or the session runs an earlier version. */
  check: { on_messenger: boolean; phone?: string };
  /** `error` is a sentence for the customer. */
  test_proxy: { ok: true; ms: number } | { ok: false; error: string };
  read_profile: ProfileRecord;
  change_profile: ProfileRecord;
  contact_picture: ContactPicture;
  create_channel: { id: string };
  preview_channel: { id: string; fields: ChannelFields };
  /** The newest first; fewer than requested if they are long. */
  read_posts: { posts: NetworkPost[] };
  read_invite: { code: string };
  revoke_invite: { code: string };
  preview_group: PreviewedGroup;
  /** `requested` means that the admins must approve it. */
  join_group: { group: string; requested: boolean };
  read_join_requests: { requests: JoinRequestSeen[] };
  answer_join_requests: { answers: JoinRequestAnswer[] };
  /** `has_picture` means that the given picture was set. */
  create_group: { group: string; not_added: NotAdded[]; has_picture: boolean };
  change_members: { answers: ChangedMember[] };
}

/**
 * How far a link by passkey is. `request` is the network's, null if it demands none; `expires_at` (ISO, UTC) is when
 * the link attempt ends.
 */
export interface PasskeyProgress {
  request: Record<string, unknown> | null;
  code: string | null;
  sent: boolean;
  expires_at: string | null;
}

/** A group as an invite shows it. `made_at` is ISO, UTC. */
export type PreviewedGroup = Omit<GroupHead, "made_at" | "description"> & {
  made_at: string | null;
  description: string | null;
  my_role: GroupRole | null;
};

/**
 * The outcome for one `person`, as given. `invite` has the data for an invitation by message; its times are ISO, UTC.
 */
export interface ChangedMember extends MemberOutcome {
  person: string;
  id: string;
  phone: string | null;
  invite: { code: string; expires_at: string | null } | null;
}

/** Someone who asked to join, at `requested_at`. */
export interface JoinRequestSeen {
  id: string;
  phone: string | null;
  requested_at: string | null;
}

/** The outcome of the request of one `person`, as given. */
export interface JoinRequestAnswer {
  person: string;
  id: string;
  phone: string | null;
  result: (typeof REQUEST_RESULTS)[number];
  reason: "group_full" | null;
}

/** The session's answer to a command; `result` is as in CommandResults. */
export type CommandAnswer =
  | { ok: true; result?: unknown }
  | {
      ok: false;
      code: ErrorCode;
      /** One of the code's statuses; absent means its usual one. */
      status?: number;
      message?: string;
      retry_after_sec?: number;
      /** For `validation_failed`: sentences by field. */
      errors?: Record<string, string[]>;
    };

/** A command in progress. The API writes it, and the instance's owner claims and answers it. */
export interface CommandRecord {
  command: Command;
  /** The deadline, after which it is not started; ISO, UTC. */
  deadline: string;
  /** The fence of the owner that started it. */
  claim?: number;
  answer?: CommandAnswer;
  /** Epoch seconds. */
  ttl: number;
}

/** The commands in progress, and their answers. */
export const commandRecords = recordsAt<CommandRecord, Parameters<typeof keys.command>>(keys.command);

/** Whether a command needs an open connection. */
export const needsConnection = (command: Command): boolean => !isForLinking(command) && command.kind !== "test_proxy";

/** How long an API function waits for a session's answer before it returns 503. Our number: docs/decisions. */
export const COMMAND_WAIT_SEC = 10;

/**
 * The same for commands that take the network a while: a new group, many people at once. API functions end after 29 s.
 */
export const GROUP_WAIT_SEC = 25;

/** Returns how long an API function waits for a session's answer to this command. */
export function commandWaitSec(command: Command): number {
  const isLong = command.kind === "create_group" || (command.kind === "change_members" && command.deed === "add");
  return isLong ? GROUP_WAIT_SEC : COMMAND_WAIT_SEC;
}

/** Errors with which any command can be answered, for the description of the routes that send one. */
export const SESSION_REFUSALS = [
  "not_connected",
  "messenger_refused",
  "messenger_unavailable",
  "unavailable",
] as const satisfies readonly ErrorCode[];
