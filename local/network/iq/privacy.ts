import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, children, node } from "../nodes.ts";
import type { Incoming } from "../stanzas/incoming.ts";

/** What a new account has chosen. */
const DEFAULTS: Readonly<Record<string, string>> = {
  readreceipts: "all",
  last: "all",
  online: "all",
  profile: "all",
  status: "all",
  groupadd: "all",
  calladd: "all",
  messages: "all",
};

/** The account's privacy choices. */
export function showPrivacy({ turn, owner }: Incoming): BinaryNode[] {
  const chosen = { ...DEFAULTS, ...Object.fromEntries(turn.store.account.privacy(owner.phone)) };
  const categories = Object.entries(chosen).map(([name, value]) => node("category", { name, value }));
  return [node("privacy", {}, categories)];
}

/** Changes some of them. */
export function changePrivacy({ turn, owner, stanza }: Incoming): void {
  for (const { attrs } of children(child(stanza, "privacy") ?? node("privacy"), "category")) {
    if (attrs.name && attrs.value) turn.store.account.setPrivacy(owner.phone, attrs.name, attrs.value);
  }
}

/** "This person may write to me": the simulation lets everybody, so the token is taken and not needed. */
export function issueTokens(_incoming: Incoming): void {}
