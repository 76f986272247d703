export type { Answer, WholeAnswer } from "./answer.ts";
export { Gateway } from "./client.ts";
export { ConnectionError, type ErrorCode, GatewayError } from "./errors.ts";
export type { ReadEvents } from "./events.ts";
export type { List, Page } from "./page.ts";
export type { CallOptions, GatewayOptions, KeyedOptions } from "./transport.ts";
export type * as types from "./types.ts";
export { VERSION } from "./version.ts";
export { type HeadersLike, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhook.ts";
