import { eventually } from "../../support/eventually.ts";
import type { Panel } from "./open-panel.ts";

/** Things of an account that pages are about. */
export interface Places {
  instance: string;
  chat: string;
  group: string;
  broadcast: string;
}

interface One {
  data: Record<string, string>;
}

/** Makes a number with a chat, a group, a broadcast and a draft, so that no page is empty. */
export async function placesOf(panel: Panel, phone = "5511912340001"): Promise<Places> {
  const ana = "5511912349999";
  const { id: instance } = await panel.link(phone, "Flower shop");
  await panel.sandbox("POST", "/phones", { phone: ana, name: "Ana" });
  await panel.sandbox("POST", `/phones/${ana}/messages`, { to: phone, text: "Do you have roses?" });
  const made = await panel.sandbox<{ chat_id: string }>("POST", "/groups", {
    subject: "Neighbours",
    owner: ana,
    participants: [phone],
  });
  const group = made.body.chat_id;
  const broadcast = await panel.api<One>("POST", "/v1/broadcasts", {
    instance_id: instance,
    name: "Spring",
    text: "Tulips are in.",
    audience: "phones",
    recipients: [{ phone: ana }],
    draft: true,
  });
  const chat = await eventually("a chat with Ana", async () => {
    const { body } = await panel.api<{ data: { id: string; phone: string | null }[] }>(
      "GET",
      `/v1/chats?instance_id=${instance}`,
    );
    return body.data.find((one) => one.phone === ana)?.id;
  });
  await panel.draft(instance, "5511912349998", "Tulips are in, too.");
  if (broadcast.status >= 300) throw new Error(`The broadcast was refused: ${JSON.stringify(broadcast.body)}`);
  return { instance, chat, group, broadcast: broadcast.body.data.id ?? "" };
}

/** Every page, by its address. */
export const PAGES: readonly { name: string; path: (places: Places) => string }[] = [
  { name: "start", path: () => "/start" },
  { name: "instances", path: () => "/instances" },
  { name: "overview", path: ({ instance }) => `/instances/${instance}` },
  { name: "link", path: ({ instance }) => `/instances/${instance}/link` },
  { name: "profile", path: ({ instance }) => `/instances/${instance}/profile` },
  { name: "protection", path: ({ instance }) => `/instances/${instance}/protection` },
  { name: "answers", path: ({ instance }) => `/instances/${instance}/answers` },
  { name: "chats", path: () => "/chats" },
  { name: "chat", path: ({ instance, chat }) => `/chats/${instance}/${encodeURIComponent(chat)}` },
  { name: "drafts", path: () => "/drafts" },
  { name: "groups", path: () => "/groups" },
  { name: "group", path: ({ instance, group }) => `/groups/${instance}/${encodeURIComponent(group)}` },
  { name: "broadcasts", path: () => "/broadcasts" },
  { name: "new-broadcast", path: () => "/broadcasts/new" },
  { name: "broadcast", path: ({ broadcast }) => `/broadcasts/${broadcast}` },
  { name: "keys", path: () => "/developers/keys" },
  { name: "webhooks", path: () => "/developers/webhooks" },
  { name: "deliveries", path: () => "/developers/deliveries" },
  { name: "activity", path: () => "/activity" },
  { name: "usage", path: () => "/usage" },
  { name: "team", path: () => "/team" },
  { name: "me", path: () => "/me" },
  { name: "join", path: () => "/join" },
  { name: "open-account", path: () => "/open-account" },
];
