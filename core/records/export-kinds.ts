import type { keys } from "../store/keys.ts";

/**
 * Where a kind of record goes in archives: its section in an account's archive, and its section in a person's archive
 * (null if it isn't included there). For a kind left out of all archives, the reason why.
 */
export type ExportedKind = { section: string; of_person: string | null } | { left_out: string };

const COUNTER = "a counter or a limit";
const LEADS = "leads to a record that is exported, and says nothing of its own";
const SECRET = "a secret, or what is hashed or sealed under one";
const SESSION = "the number's session, with which somebody could act as it";
const WORK = "work that waits, or how it is done";
const SETTING = "a setting; the API shows it";
const OURS = "the deployment's, no account's";
const ONES_OWN = "a person of the panel's own: it may belong to other accounts as well";
const OF_ANOTHER = "a part of a record that is exported";
const TRACE = "how an event was delivered; the event is exported";
const EXPORT = "an export itself";

/**
 * Every kind of record in the table, with the archive sections that contain it or the reason for leaving it out.
 * docs/decisions/0235.
 */
export const EXPORTED_KINDS: Record<keyof typeof keys, ExportedKind> = {
  account: { section: "account", of_person: null },
  accountUser: { section: "users", of_person: null },
  webhook: { section: "webhooks", of_person: null },
  savedReply: { section: "saved_replies", of_person: null },
  savedFile: { section: "saved_replies", of_person: null },
  instance: { section: "instances", of_person: null },
  safety: { section: "instances", of_person: null },
  sending: { section: "instances", of_person: null },
  person: { section: "contacts", of_person: "contacts" },
  contact: { section: "contacts", of_person: "contacts" },
  group: { section: "groups", of_person: null },
  groupMembers: { section: "groups", of_person: null },
  groupText: { section: "groups", of_person: null },
  channel: { section: "channels", of_person: null },
  label: { section: "labels", of_person: null },
  labelled: { section: "chats", of_person: "chats" },
  assigned: { section: "chats", of_person: "chats" },
  note: { section: "notes", of_person: "notes" },
  message: { section: "messages", of_person: "messages" },
  networkId: { section: "messages", of_person: "group_messages" },
  status: { section: "statuses", of_person: null },
  broadcast: { section: "broadcasts", of_person: null },
  broadcastPage: { section: "broadcasts", of_person: null },
  otp: { section: "otps", of_person: "otps" },
  draft: { section: "drafts", of_person: null },
  event: { section: "events", of_person: "events" },
  activity: { section: "activity", of_person: null },

  broadcastPeople: { left_out: "the audience as it was given; what was sent to whom is among the messages" },
  broadcastGiven: { left_out: "the audience as it was given; what was sent to whom is among the messages" },
  broadcastSent: { left_out: LEADS },
  marks: { left_out: "reactions and votes beyond the latest 50, which messages show as their number" },
  statusList: { left_out: "a status shows how many people it was for" },
  statusView: { left_out: "a status shows how many people viewed it" },
  invite: { left_out: "an invitation that nobody has accepted" },
  inviteAddress: { left_out: LEADS },
  inviteToken: { left_out: SECRET },
  figures: { left_out: "sums that the panel shows" },
  dayCounts: { left_out: COUNTER },
  call: { left_out: "kept a day; its event is exported" },
  album: { left_out: OF_ANOTHER },
  profile: { left_out: SETTING },
  blocklist: { left_out: "contacts show who is blocked" },
  automations: { left_out: SETTING },
  agent: { left_out: "a setting with a provider's key; the API shows it without" },
  agentState: { left_out: WORK },
  agentDay: { left_out: COUNTER },
  menu: { left_out: SETTING },
  menuFile: { left_out: SETTING },
  autoReply: { left_out: SETTING },
  chatState: { left_out: WORK },
  checkedNumber: { left_out: "an answer of the network, kept a week" },
  otpPhone: { left_out: COUNTER },
  otpHour: { left_out: COUNTER },
  otpCode: { left_out: SECRET },
  otpSecret: { left_out: OURS },

  accountKey: { left_out: SECRET },
  apiKey: { left_out: SECRET },
  sessionKey: { left_out: SESSION },
  qr: { left_out: SESSION },
  receiving: { left_out: SESSION },
  phoneOwner: { left_out: LEADS },
  optOutSecret: { left_out: SECRET },
  keptOptOut: { left_out: SECRET },
  erasure: { left_out: "what is being erased" },
  erased: { left_out: SECRET },

  accountInstance: { left_out: LEADS },
  accountInstances: { left_out: COUNTER },
  accountPointer: { left_out: LEADS },
  accountAdmins: { left_out: COUNTER },
  accountRate: { left_out: COUNTER },
  keyRate: { left_out: COUNTER },
  searchRate: { left_out: COUNTER },
  sentMessages: { left_out: COUNTER },
  sentFiles: { left_out: COUNTER },
  mcpTries: { left_out: COUNTER },
  drafts: { left_out: COUNTER },
  broadcastPlaces: { left_out: COUNTER },
  broadcastPeopleOfDay: { left_out: COUNTER },
  contactSaves: { left_out: COUNTER },
  checkCount: { left_out: COUNTER },
  proxyTests: { left_out: COUNTER },
  limitedActions: { left_out: COUNTER },
  personDay: { left_out: COUNTER },
  addressRate: { left_out: COUNTER },
  linkRate: { left_out: COUNTER },
  mailRate: { left_out: COUNTER },
  accountMailRate: { left_out: COUNTER },
  panelRate: { left_out: COUNTER },
  userRate: { left_out: COUNTER },
  exportsOfDay: { left_out: COUNTER },

  shardInstance: { left_out: LEADS },
  shortcuts: { left_out: LEADS },
  userAccount: { left_out: LEADS },
  idempotency: { left_out: LEADS },
  webhookIdempotency: { left_out: LEADS },
  exportIdempotency: { left_out: LEADS },
  endpointSlot: { left_out: WORK },
  endpointUrlUsers: { left_out: WORK },
  failedDelivery: { left_out: TRACE },
  deliveryTry: { left_out: TRACE },
  deliveredPage: { left_out: TRACE },
  busNotice: { left_out: TRACE },
  streamConnection: { left_out: WORK },
  streamTicket: { left_out: SECRET },

  contactSync: { left_out: WORK },
  labels: { left_out: WORK },
  labelChange: { left_out: WORK },
  labelWait: { left_out: WORK },
  groupList: { left_out: WORK },
  channelList: { left_out: WORK },
  historyPart: { left_out: WORK },
  command: { left_out: WORK },
  teamSign: { left_out: WORK },
  quarantine: { left_out: "input that could not be read, for the operator" },
  quarantinePart: { left_out: "input that could not be read, for the operator" },
  chore: { left_out: WORK },
  laneHead: { left_out: WORK },
  laneRow: { left_out: WORK },
  laneSweep: { left_out: OURS },
  contactImport: { left_out: WORK },
  contactImportPart: { left_out: "people who wait to be saved, for minutes; then they are contacts" },
  dataExport: { left_out: EXPORT },
  exportFile: { left_out: EXPORT },

  user: { left_out: ONES_OWN },
  subject: { left_out: ONES_OWN },
  session: { left_out: ONES_OWN },
  userSession: { left_out: ONES_OWN },
  signIn: { left_out: ONES_OWN },

  pepper: { left_out: OURS },
  fileSecret: { left_out: OURS },
  canary: { left_out: OURS },
  move: { left_out: OURS },
  movePlace: { left_out: OURS },
  shardOwner: { left_out: OURS },
  shardCount: { left_out: OURS },
  task: { left_out: OURS },
};
