import type { SandboxClient } from "./sandbox-client.ts";
import { at } from "./stage.ts";

/** A chat as a phone shows it. */
export interface ShownChat {
  readonly chat_id: string;
  readonly archived: boolean;
  readonly pinned: boolean;
  readonly muted_until: string | null;
  readonly unread: boolean;
  readonly labels: (number | string)[];
}

/** A label as a phone shows it. */
export interface ShownLabel {
  readonly id: number | string;
  readonly name: string;
  readonly color: number;
  readonly count: number;
}

/** Returns functions for everything a phone shows other than messages, and for its owner's actions on it. */
export function phoneSettings(sandbox: SandboxClient, phone: string) {
  const list = async <T>(what: string) =>
    (await sandbox.request<{ data: T[] }>("GET", `/phones/${phone}/${what}`)).data;
  return {
    chats: () => list<ShownChat>("chats"),
    chat: async (other: string) => (await list<ShownChat>("chats")).find(({ chat_id }) => chat_id === at(other)),
    change: (chat: string, change: Record<string, unknown>) =>
      sandbox.request<ShownChat>("PATCH", `/phones/${phone}/chats/${encodeURIComponent(chat)}`, change),
    read: (chat: string) => sandbox.request<ShownChat>("POST", `/phones/${phone}/chats/${chat}/read`),
    labels: () => list<ShownLabel>("labels"),
    addLabel: (name: string, color: number) =>
      sandbox.request<ShownLabel>("POST", `/phones/${phone}/labels`, { name, color }),
    changeLabel: (id: number | string, change: Record<string, unknown>) =>
      sandbox.request<ShownLabel>("PATCH", `/phones/${phone}/labels/${id}`, change),
    deleteLabel: (id: number | string) => sandbox.request<ShownLabel>("DELETE", `/phones/${phone}/labels/${id}`),
    label: (chat: string, label_ids: (number | string)[]) =>
      sandbox.request<ShownChat>("PUT", `/phones/${phone}/chats/${chat}/labels`, { label_ids }),
    contacts: () => list<{ phone: string; saved_as: string; name: string }>("contacts"),
    save: (other: string, name: string) => sandbox.request("PUT", `/phones/${phone}/contacts/${other}`, { name }),
    forget: (other: string, how: { with_old_value?: boolean } = {}) =>
      sandbox.request("DELETE", `/phones/${phone}/contacts/${other}`, how),
    makeSnapshots: () =>
      sandbox.request<{ versions: Record<string, number> }>("POST", `/phones/${phone}/settings-snapshot`),
    shareKeys: (how: { renew?: boolean; share?: boolean } = {}) =>
      sandbox.request<{ keys: number }>("POST", `/phones/${phone}/settings-key`, how),
  };
}
