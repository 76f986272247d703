export type { Answer, WholeAnswer } from "./answer.ts";
export type { ForwardMessageBody, PostStatusBody, SendMessageBody } from "./bodies.ts";
export { Gateway } from "./client.ts";
export { ConnectionError, type ErrorCode, GatewayError } from "./errors.ts";
export type { ReadEvents } from "./events.ts";
export type { List, Page } from "./page.ts";
export type { CallOptions, GatewayOptions, KeyedOptions } from "./transport.ts";
export type * as types from "./types.ts";
export type {
  Activity,
  Agent,
  Album,
  AutoReply,
  Broadcast,
  BroadcastRecipient,
  Channel,
  ChannelPost,
  Chat,
  Contact,
  CreatedGroup,
  Group,
  GroupInvite,
  GroupJoinRequested,
  GroupMemberResult,
  GroupParticipant,
  GroupRequest,
  GroupRequestResult,
  GroupSettings,
  GroupSummary,
  HistoryMessage,
  Instance,
  Interactive,
  Label,
  LastMessage,
  Mention,
  Menu,
  MenuMedia,
  Message,
  NumberCheck,
  OfferedAction,
  Otp,
  PairingCode,
  Payment,
  Profile,
  Protection,
  ProtectionSettings,
  QrCode,
  QuotedMessage,
  ReceivedInvite,
  Referral,
  Safety,
  SharedEvent,
  Status,
  TriedAnswer,
  Webhook,
  WebhookDelivery,
  WebhookTest,
  WebhookTry,
} from "./types.ts";
export { VERSION } from "./version.ts";
export { type HeadersLike, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhook.ts";
