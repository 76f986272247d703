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

/** A command concerning an existing message. A null `emoji` removes the reaction. */
export type MessageCommand =
  | { kind: "edit"; message_id: MessageId; text: string }
  | { kind: "delete"; message_id: MessageId }
  | { kind: "react"; message_id: MessageId; emoji: string | null }
  | { kind: "read"; message_id: MessageId };

/** A command concerning a chat, identified by its place on the instance. */
export type ChatCommand = { chat: ChatPlace } & (
  | { kind: "change_chat"; change: PhoneChatChange }
  | { kind: "read_chat" }
  | { kind: "delete_chat" }
  | { kind: "show_typing"; state: TypingState }
);

/** A change to a group. Omitted fields stay unchanged. A null `description` or `picture` removes it. */
export interface GroupChange {
  subject?: string;
  description?: string | null;
  settings?: Partial<GroupSettings>;
  picture?: FileSource | null;
}

/** A group to be created. `people` are phone digits or private ids. */
export interface GroupPlan {
  /** A key chosen once and used for all attempts. */
  key: string;
  /**
   * The place of the group creation's record, or null if there is no such record and a lost answer can't be recovered.
   */
  place: string | null;
  subject: string;
  description: string | null;
  settings: Partial<GroupSettings>;
  people: string[];
  picture: FileSource | null;
}

/** A command for a group (`…@g.us`) or, if `group` is null, for a group whose id isn't known yet. */
export type GroupCommand =
  | ({ group: string } & (
      | { kind: "change_group"; change: GroupChange }
      | { kind: "leave_group" }
      | { kind: "read_invite" }
      | { kind: "revoke_invite" }
      | { kind: "read_join_requests" }
      /** `people` is as specified in the request: phone digits or private ids. */
      | { kind: "answer_join_requests"; answer: "approve" | "reject"; people: string[] }
      | { kind: "change_members"; deed: MemberAction; people: string[] }
    ))
  | ({ group: null } & (
      | { kind: "preview_group"; invite: string }
      /** `invite` is only the code, not the link. */
      | { kind: "join_group"; invite: string }
      | ({ kind: "create_group" } & GroupPlan)
    ));

/** A change to a channel. Omitted fields stay unchanged. A null `description` or `picture` removes it. */
export interface ChannelChangeAsked {
  name?: string;
  description?: string | null;
  picture?: FileSource | null;
}

/** A command for a channel (`…@newsletter`) or, if `channel` is null, for a channel whose id isn't known yet. */
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
      /** `invite` is only the code, not the link. */
      | { kind: "preview_channel"; invite: string }
    ));

/** A command that deletes a sent status for everyone who received it. */
export interface StatusCommand {
  kind: "delete_status";
  status: StatusId;
}

/** A command concerning the linked number itself, or the process of linking it. */
export type NumberCommand =
  | { kind: "pairing_code"; phone: string }
  /** Reports the progress of linking a number by passkey. */
  | { kind: "read_passkey" }
  /** `credential_id` is base64url-encoded. `assertion` is the browser's result, as JSON. */
  | { kind: "sign_by_passkey"; credential_id: string; assertion: string }
  | { kind: "check"; phone: string }
  /** Connects to the network's host through the number's proxy, whether or not the session is connected. */
  | { kind: "test_proxy" }
  /** Declines a call that still appears to be ringing. */
  | { kind: "reject_call"; call_id: string }
  | { kind: "read_profile" }
  /** Builds the preview that would be sent with a text containing this link. */
  | { kind: "preview_link"; link: string }
  /** Checks a person's picture and copies it. `person` is phone digits or a private id. */
  | { kind: "contact_picture"; person: string }
  /** `person` is phone digits or a private id. `shown_name` is the name that the person chose to show. */
  | { kind: "set_blocked"; person: string; blocked: boolean; shown_name: string | null }
  /** Omitted fields stay unchanged. A null `picture` removes it. */
  | { kind: "change_profile"; name?: string; about?: string; picture?: FileSource | null };

/**
 * A request from an API function to an instance's session. The function waits for the answer. A command that hasn't
 * started by its deadline never starts, and the caller is asked to try again.
 */
export type Command = MessageCommand | ChatCommand | GroupCommand | ChannelCommand | StatusCommand | NumberCommand;

/** The commands used to link a phone, before a connection is open. */
export type LinkCommand = Extract<NumberCommand, { kind: "pairing_code" | "read_passkey" | "sign_by_passkey" }>;

/** Whether a command is used before a phone is linked. */
export const isForLinking = (command: Command): command is LinkCommand =>
  command.kind === "pairing_code" || command.kind === "read_passkey" || command.kind === "sign_by_passkey";

/** The results of commands that return more than just success. */
export interface CommandResults {
  /** `expires_at` is ISO, UTC. */
  pairing_code: { code: string; expires_at: string };
  read_passkey: PasskeyProgress;
  sign_by_passkey: PasskeyProgress;
  /**
   * `phone` is in the network's form. Absent if the number isn't on the network, or if the session is running an
   * earlier version.
   */
  check: { on_messenger: boolean; phone?: string };
  /** `error` is a sentence for the customer. */
  test_proxy: { ok: true; ms: number } | { ok: false; error: string };
  read_profile: ProfileRecord;
  /** `picture` is a base64-encoded JPEG. A null preview means that the page doesn't offer one. */
  preview_link: { preview: { title: string; description: string | null; picture: string | null } | null };
  change_profile: ProfileRecord;
  contact_picture: ContactPicture;
  create_channel: { id: string };
  preview_channel: { id: string; fields: ChannelFields };
  /** The posts, newest first. If the posts are long, fewer are returned than requested. */
  read_posts: { posts: NetworkPost[] };
  read_invite: { code: string };
  revoke_invite: { code: string };
  preview_group: PreviewedGroup;
  /** `requested` means that the group's admins still have to approve the request. */
  join_group: { group: string; requested: boolean };
  read_join_requests: { requests: JoinRequestSeen[] };
  answer_join_requests: { answers: JoinRequestAnswer[] };
  /** `has_picture` means that the requested picture has been set. */
  create_group: { group: string; not_added: NotAdded[]; has_picture: boolean };
  change_members: { answers: ChangedMember[] };
}

/**
 * The progress of linking a number by passkey. `request` comes from the network, and is null if the network doesn't
 * demand a passkey. `expires_at` (ISO, UTC) is when the linking attempt expires.
 */
export interface PasskeyProgress {
  request: Record<string, unknown> | null;
  code: string | null;
  sent: boolean;
  expires_at: string | null;
}

/** A group as shown in an invite. `made_at` is ISO, UTC. */
export type PreviewedGroup = Omit<GroupHead, "made_at" | "description"> & {
  made_at: string | null;
  description: string | null;
  my_role: GroupRole | null;
};

/**
 * The outcome for a `person`, identified as in the command. `invite` contains the data for an invitation by message;
 * its times are ISO, UTC.
 */
export interface ChangedMember extends MemberOutcome {
  person: string;
  id: string;
  phone: string | null;
  invite: { code: string; expires_at: string | null } | null;
}

/** A person who asked to join a group, and when they asked. */
export interface JoinRequestSeen {
  id: string;
  phone: string | null;
  requested_at: string | null;
}

/** The outcome of a person's request to join. `person` is as in the command. */
export interface JoinRequestAnswer {
  person: string;
  id: string;
  phone: string | null;
  result: (typeof REQUEST_RESULTS)[number];
  reason: "group_full" | null;
}

/** The session's answer to a command. The type of `result` is defined in CommandResults. */
export type CommandAnswer =
  | { ok: true; result?: unknown }
  | {
      ok: false;
      code: ErrorCode;
      /** The HTTP status, if the error code can have more than one. Absent means the usual status. */
      status?: number;
      message?: string;
      retry_after_sec?: number;
      /** For `validation_failed`: the error sentences for each field. */
      errors?: Record<string, string[]>;
    };

/** A command in progress. The API writes the record; the instance's owner claims and answers the command. */
export interface CommandRecord {
  command: Command;
  /** The time (ISO, UTC) after which the command may no longer be started. */
  deadline: string;
  /** The fence of the owner that started the command. */
  claim?: number;
  answer?: CommandAnswer;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The commands in progress and their answers. */
export const commandRecords = recordsAt<CommandRecord, Parameters<typeof keys.command>>(keys.command);

/** Whether a command requires an open connection. */
export const needsConnection = (command: Command): boolean => !isForLinking(command) && command.kind !== "test_proxy";

/**
 * How long an API function waits for a session's answer before it returns 503. We chose this value ourselves:
 * docs/decisions.
 */
export const COMMAND_WAIT_SEC = 10;

/**
 * The maximum wait for commands that take the network longer: creating a group, or adding people, possibly many in one
 * command. API functions time out after 29 s.
 */
export const GROUP_WAIT_SEC = 25;

/** Returns how long an API function should wait for a session to answer this command. */
export function commandWaitSec(command: Command): number {
  const isLong = command.kind === "create_group" || (command.kind === "change_members" && command.deed === "add");
  return isLong ? GROUP_WAIT_SEC : COMMAND_WAIT_SEC;
}

/** Errors that any command can return, listed in the descriptions of all routes that send commands. */
export const SESSION_REFUSALS = [
  "not_connected",
  "messenger_refused",
  "messenger_unavailable",
  "unavailable",
] as const satisfies readonly ErrorCode[];
