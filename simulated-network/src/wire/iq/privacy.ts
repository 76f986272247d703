import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress } from "../../format/addresses.ts";
import { child, children, node, seconds } from "../../format/nodes.ts";
import { privacyToken } from "../../world/standing/privacy-token.ts";
import type { Incoming } from "../connection/incoming.ts";

/** A new account's privacy settings. */
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

/** Returns the account's privacy settings. */
export function showPrivacy({ transaction, owner }: Incoming): BinaryNode[] {
  const chosen = { ...DEFAULTS, ...Object.fromEntries(transaction.store.account.privacy(owner.phone)) };
  const categories = Object.entries(chosen).map(([name, value]) => node("category", { name, value }));
  return [node("privacy", {}, categories)];
}

/** Changes some of the account's privacy settings. */
export function changePrivacy({ transaction, owner, stanza }: Incoming): void {
  for (const { attrs } of children(child(stanza, "privacy") ?? node("privacy"), "category")) {
    if (attrs.name && attrs.value) transaction.store.account.setPrivacy(owner.phone, attrs.name, attrs.value);
  }
}

/**
 * Exchanges tokens between an account and people. The answer contains the tokens of people who require one for a first
 * message.
 */
export function exchangeTokens({ transaction, owner, stanza }: Incoming): BinaryNode[] {
  const asked = children(child(stanza, "tokens") ?? node("tokens"), "token");
  const given = asked.flatMap(({ attrs: { jid } }) => {
    const person = transaction.store.people.at(parseAddress(jid));
    if (!person || !transaction.store.quotas.demandsToken(person.phone)) return [];
    const attributes = { jid, t: seconds(transaction.now), type: "trusted_contact" };
    return [node("token", attributes, privacyToken(owner, person))];
  });
  return given.length > 0 ? [node("tokens", {}, given)] : [];
}
