import type { Transaction } from "../../store/transactions.ts";

/** The notices of which an account must have accepted one before it makes a channel. */
export const CREATION_NOTICES = ["20601217", "20601218"] as const;

/** Whether the account may make channels. Most have done so on the phone before; the sandbox can make it ask again. */
export function mayMakeChannels({ store }: Transaction, phone: string): boolean {
  if (!store.notices.isDemanded(phone)) return true;
  return CREATION_NOTICES.some((notice) => store.notices.hasAccepted(phone, notice));
}
