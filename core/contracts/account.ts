/** The key kinds as named in requests and answers: everything; reads and sends; reads only. Spec: Authentication, 3. */
export const KEY_KINDS = ["full", "send", "read"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
