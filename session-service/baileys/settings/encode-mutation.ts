import { proto, type WAPatchCreate } from "@whiskeysockets/baileys";
import type { LastInChat, SettingMutation } from "./setting-mutation.ts";

const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation;

/**
 * Encodes our change as a patch for the network. The library's own encoder omits two things: the times of a chat's
 * messages, which tell the phone which messages the change covers, and the fact that a label is in use. @param at when
 * the change is made.
 */
export function encodeMutation(mutation: SettingMutation, at: Date): WAPatchCreate {
  const { syncAction, ...place } = patchOf(mutation);
  return { operation: SET, ...place, syncAction: { ...syncAction, timestamp: at.getTime() } };
}

type Patch = Omit<WAPatchCreate, "operation"> & Partial<Pick<WAPatchCreate, "operation">>;

function patchOf(mutation: SettingMutation): Patch {
  switch (mutation.kind) {
    case "archive": {
      const { chat, archived, last } = mutation;
      const syncAction = { archiveChatAction: { archived, messageRange: rangeOf(chat, last) } };
      return { type: "regular_low", index: ["archive", chat], apiVersion: 3, syncAction };
    }
    case "pin": {
      const syncAction = { pinAction: { pinned: mutation.pinned } };
      return { type: "regular_low", index: ["pin_v1", mutation.chat], apiVersion: 5, syncAction };
    }
    case "mute": {
      const { until_ms } = mutation;
      const muteAction = until_ms === null ? { muted: false } : { muted: true, muteEndTimestamp: until_ms };
      return { type: "regular_high", index: ["mute", mutation.chat], apiVersion: 2, syncAction: { muteAction } };
    }
    case "mark": {
      const { chat, unread, last } = mutation;
      const syncAction = { markChatAsReadAction: { read: !unread, messageRange: rangeOf(chat, last) } };
      return { type: "regular_low", index: ["markChatAsRead", chat], apiVersion: 3, syncAction };
    }
    case "delete": {
      const { chat, last } = mutation;
      const syncAction = { deleteChatAction: { messageRange: rangeOf(chat, last) } };
      return { type: "regular_high", index: ["deleteChat", chat, "1"], apiVersion: 6, syncAction };
    }
    case "contact":
      return contactPatch(mutation);
    case "label": {
      const { label, name, color, deleted } = mutation;
      const syncAction = { labelEditAction: { name, color, deleted, isActive: !deleted } };
      return { type: "regular", index: ["label_edit", label], apiVersion: 3, syncAction };
    }
    case "label_chat": {
      const { label, chat, labeled } = mutation;
      const syncAction = { labelAssociationAction: { labeled } };
      return { type: "regular", index: ["label_jid", label, chat], apiVersion: 3, syncAction };
    }
    case "own_name": {
      const syncAction = { pushNameSetting: { name: mutation.name } };
      return { type: "critical_block", index: ["setting_pushName"], apiVersion: 1, syncAction };
    }
  }
}

/** Builds the patch for a contact. A person whose number is hidden is saved under their private id. */
function contactPatch({ contact, name }: Extract<SettingMutation, { kind: "contact" }>): Patch {
  const isHidden = contact.endsWith("@lid");
  const names = name === null ? {} : { fullName: name, firstName: name.split(" ", 1)[0] || name };
  const saved = isHidden
    ? { lidContactAction: names }
    : { contactAction: { ...names, ...(name !== null && { saveOnPrimaryAddressbook: true }) } };
  return {
    type: "critical_unblock_low",
    index: [isHidden ? "lid_contact" : "contact", contact],
    apiVersion: 2,
    operation: name === null ? REMOVE : SET,
    syncAction: saved,
  };
}

function rangeOf(chat: string, last: LastInChat | null): proto.SyncActionValue.ISyncActionMessageRange {
  if (!last) return {};
  const seconds = Math.floor(last.at.getTime() / 1000);
  const { network_id: id, from_me: fromMe, participant } = last;
  const key = { remoteJid: chat, fromMe, id, ...(participant !== null && { participant }) };
  return { lastMessageTimestamp: seconds, messages: [{ key, timestamp: seconds }] };
}
