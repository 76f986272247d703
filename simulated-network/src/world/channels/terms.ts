import type { Transaction } from "../../store/transactions.ts";

/** The notices of which an account must have accepted one before it creates a channel. */
export const CREATION_NOTICES = ["20601217", "20601218"] as const;

/** Whether the account can create channels. Most accepted the terms on the phone; the sandbox can demand it again. */
export function mayMakeChannels({ store }: Transaction, phone: string): boolean {
  if (!store.notices.isDemanded(phone)) return true;
  return CREATION_NOTICES.some((notice) => store.notices.hasAccepted(phone, notice));
}
