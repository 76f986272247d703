import type { Transaction } from "../../store/transactions.ts";

/** The notices about creating channels. An account must accept one of them before it can create a channel. */
export const CREATION_NOTICES = ["20601217", "20601218"] as const;

/**
 * Whether the account is allowed to create channels. Most accounts have accepted the terms on the phone, but the
 * sandbox API can require that they be accepted again.
 */
export function mayMakeChannels({ store }: Transaction, phone: string): boolean {
  if (!store.notices.isDemanded(phone)) return true;
  return CREATION_NOTICES.some((notice) => store.notices.hasAccepted(phone, notice));
}
