import type { proto } from "@whiskeysockets/baileys";
import { parseAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { OpenedMutation } from "../app-state/mutation.ts";
import { chatAt } from "../people/chats.ts";

/** Converts a protobuf number to epoch ms. */
const ms = (value: unknown): number => Number(value ?? 0);

type Show = (
  transaction: Transaction,
  owner: Person,
  value: proto.ISyncActionValue,
  rest: readonly string[],
  isRemoved: boolean,
) => void;

/**
 * Functions that apply each setting's effect on the phone, by the setting's name. Settings with no visible effect in
 * this simulation are left out.
 */
const SHOWN: Readonly<Record<string, Show>> = {
  setting_pushName: (transaction, owner, { pushNameSetting }) => {
    const person = transaction.store.people.byPhone(owner.phone);
    const name = pushNameSetting?.name;
    if (person && name && name !== person.name) transaction.store.people.change(person.phone, { ...person, name });
  },
  archive: (transaction, owner, { archiveChatAction }, [jid]) =>
    change(transaction, owner, jid, { archived: archiveChatAction?.archived === true }),
  pin_v1: (transaction, owner, { pinAction, timestamp }, [jid]) =>
    change(transaction, owner, jid, { pinnedAt: pinAction?.pinned ? ms(timestamp) : null }),
  mute: (transaction, owner, { muteAction }, [jid]) =>
    // A chat muted without an end time counts as not muted.
    change(transaction, owner, jid, {
      mutedUntil: (muteAction?.muted && ms(muteAction.muteEndTimestamp)) || null,
    }),
  markChatAsRead: (transaction, owner, { markChatAsReadAction }, [jid]) => {
    const chatId = chatIdAt(transaction, jid);
    if (!chatId) return;
    if (markChatAsReadAction?.read) transaction.store.chatReading.readAll(owner.phone, chatId);
    else transaction.store.phoneChats.change(owner.phone, chatId, { markedUnread: true });
  },
  deleteChat: (transaction, owner, _value, [jid]) => {
    const chatId = chatIdAt(transaction, jid);
    if (chatId) transaction.store.phoneChats.remove(owner.phone, chatId);
  },
  contact: (transaction, owner, { contactAction }, [jid], isRemoved) =>
    saveContact(transaction, owner, jid, isRemoved ? null : contactAction),
  lid_contact: (transaction, owner, { lidContactAction }, [jid], isRemoved) =>
    saveContact(transaction, owner, jid, isRemoved ? null : lidContactAction),
  label_edit: (transaction, owner, { labelEditAction: label }, [id]) => {
    if (!id || !transaction.store.profiles.isBusiness(owner.phone)) return;
    if (label?.deleted) transaction.store.phoneLabels.remove(owner.phone, id);
    else transaction.store.phoneLabels.set(owner.phone, { id, name: label?.name ?? "", color: label?.color ?? 0 });
  },
  label_jid: (transaction, owner, { labelAssociationAction }, [id, jid]) => {
    const chatId = chatIdAt(transaction, jid);
    if (!id || !chatId || !transaction.store.profiles.isBusiness(owner.phone)) return;
    if (labelAssociationAction?.labeled) transaction.store.phoneLabels.add(owner.phone, id, chatId);
    else transaction.store.phoneLabels.takeOff(owner.phone, id, chatId);
  },
};

/** Applies a setting's effect to what the phone shows. */
export function showSetting(
  transaction: Transaction,
  owner: Person,
  { operation, index, value }: OpenedMutation,
): void {
  const [name = "", ...rest] = index;
  if (Object.hasOwn(SHOWN, name)) SHOWN[name]?.(transaction, owner, value, rest, operation === "remove");
}

function change(
  transaction: Transaction,
  owner: Person,
  jid: string | undefined,
  changed: Parameters<Transaction["store"]["phoneChats"]["change"]>[2],
): void {
  const chatId = chatIdAt(transaction, jid);
  if (chatId) transaction.store.phoneChats.change(owner.phone, chatId, changed);
}

/**
 * Returns the chat's id in the sandbox API. In a generated history, people don't exist on the network, so their chats
 * keep the address as the id.
 */
function chatIdAt(transaction: Transaction, jid: string | undefined): string | null {
  const address = parseAddress(jid);
  return chatAt(transaction, jid)?.id ?? (address && `${address.user}@${address.server}`);
}

function saveContact(
  transaction: Transaction,
  owner: Person,
  jid: string | undefined,
  saved: { fullName?: string | null; firstName?: string | null } | null | undefined,
): void {
  const address = parseAddress(jid);
  if (!address) return;
  const contact = `${address.user}@${address.server}`;
  const name = saved?.fullName || saved?.firstName;
  if (name) transaction.store.phoneContacts.set(owner.phone, { contact, name });
  else transaction.store.phoneContacts.remove(owner.phone, contact);
}
