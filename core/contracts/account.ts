/**
 * The key kinds used in requests and responses. `full` keys can do everything, `send` keys can read and send, and
 * `read` keys can only read. Spec: Authentication, 3.
 */
export const KEY_KINDS = ["full", "send", "read"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
