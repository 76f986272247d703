import { CANARY_PARTITION } from "../contracts/canary.ts";
import { FILE_SECRET_PARTITION } from "../contracts/files.ts";
import {
  type AccountId,
  type EventId,
  ID_PREFIXES,
  type InstanceId,
  type MessageId,
  type NoteId,
  type OtpId,
  type StatusId,
  type UserId,
} from "../contracts/ids.ts";
import { OTP_SECRET_PARTITION } from "../contracts/otps/otp-states.ts";
import { answerKeys } from "./answer-keys.ts";
import { assistantKeys } from "./assistant-keys.ts";
import { broadcastKeys } from "./broadcast-keys.ts";
import { choreKeys } from "./chore-keys.ts";
import { erasureKeys } from "./erasure-keys.ts";
import { exportKeys } from "./export-keys.ts";
import { importKeys } from "./import-keys.ts";
import { padded } from "./padded.ts";
import { peopleKeys } from "./people-keys.ts";
import { streamKeys } from "./stream-keys.ts";
import type { Key } from "./table.ts";

/**
 * The number of partitions in the sweep's lane index. Sixteen partitions allow 16,000 puts per second. We chose this
 * value ourselves: see docs/decisions.
 */
export const DUE_PARTITIONS = 16;

/**
 * The shapes of all keys in the single table. The keys of a tenant's data start with the account or the instance that
 * the caller was authorized for. docs/data-model.md describes the purpose of each key.
 */
export const keys = {
  account: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "ACCOUNT" }),
  /** The sealed deployment secret for hashing API keys and cursors. */
  pepper: (): Key => ({ pk: "DEPLOYMENT", sk: "PEPPER" }),
  /** Records that everything in the table is being moved, or has been moved, to another deployment. */
  move: (): Key => ({ pk: "DEPLOYMENT", sk: "MOVE" }),
  /** Records that the table is the destination of a move and receives its archive. */
  movePlace: (): Key => ({ pk: "DEPLOYMENT", sk: "MOVE_PLACE" }),
  /** The deployment's secret for file links, sealed. Its data key is stored with it. */
  fileSecret: (): Key => ({ pk: FILE_SECRET_PARTITION, sk: "SECRET" }),
  /** The canary's API key and sending number, sealed. Their data key is stored with them. */
  canary: (): Key => ({ pk: CANARY_PARTITION, sk: "SETTINGS" }),
  /** `hmac` is the HMAC-SHA-256 of the key with the deployment's pepper, in hex. */
  apiKey: (hmac: string): Key => ({ pk: `KEY#${hmac}`, sk: "KEY" }),
  accountKey: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: keyId }),
  /** The list of all accounts, for the operator's commands. */
  accountPointer: (account: AccountId): Key => ({ pk: "ACCOUNTS", sk: account }),
  /** A counter incremented with each added instance, so two instances can't both take the plan's last free place. */
  accountInstances: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "INSTANCES" }),
  /**
   * The number of messages accepted on a single day, for plans with a limit. `day` is a UTC date such as `2026-11-20`.
   */
  sentMessages: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `SENT#${day}` }),
  accountRate: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "RATE" }),
  keyRate: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: `${keyId}#RATE` }),
  /** The rate of chat searches. Searches are rate-limited because they read a lot of data. */
  searchRate: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: `${keyId}#SEARCH#RATE` }),

  instance: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "INSTANCE" }),
  accountInstance: (account: AccountId, instance: InstanceId): Key => ({ pk: `ACC#${account}#INST`, sk: instance }),
  shardInstance: (shard: number, instance: InstanceId): Key => ({ pk: `SHARD#${padded(shard)}#INST`, sk: instance }),
  /**
   * Contains a fence that increases only when an instance is taken over. Every session write depends on the fence,
   * either here or in the sending state.
   */
  receiving: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "RECEIVING" }),
  sending: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "SENDING" }),
  /** The warm-up, and the facts (other than the counters) that the safety score is based on. */
  safety: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "SAFETY" }),
  /** Counters for a local day, such as `2026-11-20`. Each side of the session has its own item. */
  dayCounts: (instance: InstanceId, day: string, side: "in" | "out"): Key => ({
    pk: `INST#${instance}#COUNT`,
    sk: `${day}#${side}`,
  }),
  /**
   * The team's figures for a local day, such as `2026-11-20`: for the whole number (empty user), or for a single team
   * member.
   */
  figures: (instance: InstanceId, day: string, user: string): Key => ({
    pk: `INST#${instance}#FIGURES`,
    sk: user === "" ? day : `${day}#${user}`,
  }),
  qr: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "QR" }),
  /** The linked number's name, about text, and picture, as last seen. */
  profile: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "PROFILE" }),
  /** The people blocked by the linked number, according to the network's latest list. */
  blocklist: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "BLOCKLIST" }),
  /** The number of saved names changed or imported by requests on a local day, such as `2026-11-20`. */
  contactSaves: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `SAVES#${day}` }),
  /** A saved name that has not reached the phone yet. The name itself is stored in the contact. */
  contactSync: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CONTACTSYNC`, sk: person }),
  /** The number of phone numbers looked up on a local day, such as `2026-11-20`. */
  checkCount: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `CHECKS#${day}` }),
  /** The number of proxy tests on one day (UTC), such as `2026-11-20`. */
  proxyTests: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `PROXYTESTS#${day}` }),
  /** The result of checking whether a number is on the network. Retained for a week. */
  checkedNumber: (instance: InstanceId, phone: string): Key => ({ pk: `INST#${instance}#CHECK`, sk: phone }),
  call: (instance: InstanceId, call: string): Key => ({ pk: `INST#${instance}#CALL`, sk: call }),
  /** An announced album of files. `place` consists of its chat, author and id. */
  album: (instance: InstanceId, place: string): Key => ({ pk: `INST#${instance}#ALBUM`, sk: place }),
  sessionKey: (instance: InstanceId, category: string, id: string): Key => ({
    pk: `INST#${instance}#KEYS`,
    sk: `${category}#${id}`,
  }),
  /** The instance of this service that a linked phone belongs to. */
  phoneOwner: (phone: string): Key => ({ pk: `PHONE#${phone}`, sk: "OWNER" }),

  shardOwner: (shard: number): Key => ({ pk: "SHARDS", sk: padded(shard) }),
  /** The number of shards. Its key sorts after all shards. */
  shardCount: (): Key => ({ pk: "SHARDS", sk: "COUNT" }),
  task: (task: string): Key => ({ pk: "TASKS", sk: task }),

  /**
   * A message. Messages that contain a status are stored in the status partition, so they never appear in message
   * lists.
   */
  message: (account: AccountId, message: MessageId): Key => ({
    pk: `ACC#${account}#${message.startsWith(`${ID_PREFIXES.status}_`) ? "STS" : "MSG"}`,
    sk: message,
  }),
  /** Maps a network id to a message id. `author` is `out` for sent messages and the author's key otherwise. */
  networkId: (instance: InstanceId, author: string, networkId: string): Key => ({
    pk: `INST#${instance}#NET`,
    sk: `${networkId}#${author}`,
  }),
  command: (instance: InstanceId, command: string): Key => ({ pk: `INST#${instance}#CMD`, sk: command }),
  person: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#PERSON`, sk: person }),
  /** A group as seen by one instance, including its chat. `group` ends with `@g.us`. */
  group: (instance: InstanceId, group: string): Key => ({ pk: `INST#${instance}#GROUP`, sk: group }),
  /** A page of a group's members, assigned by a hash of their ids. */
  groupMembers: (instance: InstanceId, group: string, page: number): Key => ({
    pk: `INST#${instance}#MEMBERS#${group}`,
    sk: padded(page),
  }),
  /** A group's description, stored separately because it would make the group's own record too long. */
  groupText: (instance: InstanceId, group: string): Key => ({ pk: `INST#${instance}#MEMBERS#${group}`, sk: "INFO" }),
  /** When all of the linked number's groups were last read. */
  groupList: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "GROUPS" }),
  /** The limited actions of the latest day: people added, groups created, groups joined, statuses, and so on. */
  limitedActions: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "DEEDS" }),
  status: (instance: InstanceId, status: StatusId): Key => ({ pk: `INST#${instance}#STATUS`, sk: status }),
  /** A status's recipients. Stored together with its views, because they are deleted together. */
  statusList: (instance: InstanceId, status: StatusId): Key => ({ pk: `INST#${instance}#VIEW#${status}`, sk: "LIST" }),
  /** One row for each person who viewed a status. */
  statusView: (instance: InstanceId, status: StatusId, person: string): Key => ({
    pk: `INST#${instance}#VIEW#${status}`,
    sk: person,
  }),
  /** A channel as seen by one instance, including its chat. `channel` ends with `@newsletter`. */
  channel: (instance: InstanceId, channel: string): Key => ({ pk: `INST#${instance}#CHANNEL`, sk: channel }),
  /** When all of the linked number's channels were last read. */
  channelList: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "CHANNELS" }),
  /** The rarely used part of a person's record, under the same sort key as the person. */
  contact: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CONTACT`, sk: person }),
  label: (instance: InstanceId, label: number): Key => ({ pk: `INST#${instance}#LABEL`, sk: padded(label) }),
  /** A row for each chat that has the label. `chat` is the key of the person, group or channel. */
  labelled: (instance: InstanceId, label: number, chat: string): Key => ({
    pk: `INST#${instance}#LABELED#${padded(label)}`,
    sk: chat,
  }),
  /** A team note in a chat. Pass "" as the note to get the prefix of all notes in the chat. */
  note: (instance: InstanceId, chat: string, note: NoteId): Key => ({
    pk: `INST#${instance}#NOTES`,
    sk: `${chat}#${note}`,
  }),
  /** One row for each chat assigned to a team member. */
  assigned: (instance: InstanceId, user: UserId, chat: string): Key => ({
    pk: `INST#${instance}#ASSIGNED`,
    sk: `${user}#${chat}`,
  }),
  /** Signs for colleagues' open pages, by time. `of` is the sign's author and the chat's key. */
  teamSign: (instance: InstanceId, at: string, of: string): Key => ({
    pk: `INST#${instance}#SIGNS`,
    sk: `${at}#${of}`,
  }),
  /** The overall state of an instance's labels. */
  labels: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "LABELS" }),
  /** Changes to a chat's labels that haven't reached the phone yet. */
  labelChange: (instance: InstanceId, chat: string): Key => ({ pk: `INST#${instance}#LABELSYNC`, sk: `chat#${chat}` }),
  /**
   * A phone label on a chat, stored before the label itself has been received. `label` is the label's id on the phone,
   * without `#`.
   */
  labelWait: (instance: InstanceId, label: string, chat: string): Key => ({
    pk: `INST#${instance}#LABELSYNC`,
    sk: `wait#${label}#${chat}`,
  }),
  /** A part of the phone's history that is not stored yet. Parts are sorted in the phone's order. */
  historyPart: (instance: InstanceId, order: number, id: string): Key => ({
    pk: `INST#${instance}#HIST`,
    sk: `${padded(order)}#${id}`,
  }),
  /** One row per new person and day. `day` is the instance's local date, such as `2026-11-20`. */
  personDay: (instance: InstanceId, day: string, person: string): Key => ({
    pk: `INST#${instance}#DAY#${day}`,
    sk: person,
  }),
  /** Earlier reactions (`R`) or votes (`V`) on a message, from people whose ids hash to this page. */
  marks: (instance: InstanceId, message: MessageId, kind: "R" | "V", page: number): Key => ({
    pk: `INST#${instance}#MARKS`,
    sk: `${message}#${kind}#${padded(page)}`,
  }),
  /** Work on network input that can never succeed. `id` doesn't contain `#`. */
  quarantine: (owner: InstanceId | AccountId, id: string): Key => ({ pk: `INST#${owner}#ASIDE`, sk: id }),
  /** A part of the input of quarantined work, if the input is too large for one item. */
  quarantinePart: (instance: InstanceId, id: string, part: number): Key => ({
    pk: `INST#${instance}#ASIDE`,
    sk: `${id}#${padded(part)}`,
  }),
  idempotency: (instance: InstanceId, keyHash: string): Key => ({ pk: `INST#${instance}#IDEM`, sk: keyHash }),

  /**
   * The deployment's sealed secret for deriving OTP codes. Its data key is stored with it. @param former the number of
   * an earlier version.
   */
  otpSecret: (former?: number): Key => ({
    pk: OTP_SECRET_PARTITION,
    sk: former === undefined ? "SECRET" : `SECRET#${padded(former)}`,
  }),
  otp: (account: AccountId, otp: OtpId): Key => ({ pk: `ACC#${account}#OTP`, sk: otp }),
  /** The limits for one phone number: when OTPs were created for it and when wrong codes were entered. */
  otpPhone: (account: AccountId, phone: string): Key => ({ pk: `ACC#${account}#OTPPHONE`, sk: phone }),
  /** The number of code OTPs created and verified in an hour. `hour` is in UTC, such as `2026-11-20T09`. */
  otpHour: (account: AccountId, hour: string): Key => ({ pk: `ACC#${account}`, sk: `OTPS#${hour}` }),
  /** Maps a link's code to its OTP. `hmac` is the HMAC of the code with the deployment's secret, in hex. */
  otpCode: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#OTPCODE`, sk: hmac }),

  ...answerKeys,
  ...assistantKeys,

  ...broadcastKeys,
  ...choreKeys,
  ...erasureKeys,
  ...exportKeys,
  ...importKeys,
  ...peopleKeys,
  ...streamKeys,

  /** The number of file bytes that an account sent on a single day. `day` is a UTC date such as `2026-11-20`. */
  sentFiles: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `FILES#${day}` }),

  event: (account: AccountId, event: EventId): Key => ({ pk: `ACC#${account}#EVT`, sk: event }),
  /** A notice intended only for the internal bus. The table's stream forwards it there. */
  busNotice: (account: AccountId, notice: string): Key => ({ pk: `ACC#${account}#NOTICE`, sk: notice }),
  /** `owner` is "account" or the id of the instance that owns the webhook. */
  webhook: (account: AccountId, owner: string): Key => ({ pk: `ACC#${account}#HOOK#${owner}`, sk: "WEBHOOK" }),
  failedDelivery: (account: AccountId, owner: string, event: EventId): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#FAILED`,
    sk: event,
  }),
  /** A post of an event that was not accepted. `at` is when the post finished (ISO, UTC). */
  deliveryTry: (account: AccountId, owner: string, event: EventId, at: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#TRIES`,
    sk: `${event}#${at}`,
  }),
  /** Several consecutive accepted deliveries. `at` is the time of the first delivery (ISO, UTC). */
  deliveredPage: (account: AccountId, owner: string, at: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#DELIVERED`,
    sk: at,
  }),
  /** The Idempotency-Key of a request that replaced a signing secret. */
  webhookIdempotency: (account: AccountId, owner: string, keyHash: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#IDEM`,
    sk: keyHash,
  }),
  /** The account's activity log, in chronological order. */
  activity: (account: AccountId, activity: string): Key => ({ pk: `ACC#${account}#ACT`, sk: activity }),
  endpointSlot: (account: AccountId, urlHash: string): Key => ({ pk: `ACC#${account}#SLOT#${urlHash}`, sk: "SLOT" }),
  /** The account's webhooks that use this URL. */
  endpointUrlUsers: (account: AccountId, urlHash: string): Key => ({
    pk: `ACC#${account}#SLOT#${urlHash}`,
    sk: "USERS",
  }),
  laneHead: (lane: string): Key => ({ pk: lane, sk: "HEAD" }),
  /** How far the last completed sweep of the lanes got. */
  laneSweep: (): Key => ({ pk: "SWEEP", sk: "LANES" }),
  laneRow: (lane: string, sk: string): Key => ({ pk: lane, sk }),
};

/** The list index's partitions. */
export const lists = {
  messagesOfInstance: (instance: InstanceId) => `INST#${instance}#MSG`,
  /** All quarantined work, for the operator. */
  quarantine: () => "QUARANTINE",
  /** Messages in chats without a phone number (groups, channels, hidden numbers), and all imported messages. */
  messagesOfChat: (instance: InstanceId, chat: string) => `INST#${instance}#CHAT#${chat}`,
  /** An instance's chats, sorted by the time of their last message. */
  chatsOfInstance: (instance: InstanceId) => `INST#${instance}#CHATS`,
  /** The people waiting for an answer, sorted by how long they have waited. */
  waitingChats: (instance: InstanceId) => `INST#${instance}#WAITING`,
  broadcastsOfInstance: (instance: InstanceId) => `INST#${instance}#BRDS`,
  otpsOfInstance: (instance: InstanceId) => `INST#${instance}#OTPS`,
  messagesOfPhone: (account: AccountId, phone: string) => `ACC#${account}#PHONE#${phone}`,
};
