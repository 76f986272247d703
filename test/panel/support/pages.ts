import { PANEL_PAGES, type PanelPage } from "../../../core/contracts/panel/panel-pages.ts";
import { eventually } from "../../support/eventually.ts";
import type { Panel } from "./open-panel.ts";

type PlaceOf<Path> = Path extends `${string}{${infer Place}}${infer Rest}` ? Place | PlaceOf<Rest> : never;

/** The values of the placeholders in the pages' addresses, each of which identifies something in an account. */
export type Places = Record<PlaceOf<(typeof PANEL_PAGES)[PanelPage]>, string>;

interface One {
  data: Record<string, string>;
}

/**
 * Creates a number with a chat, a group, a channel, a status, a one-time code, a broadcast, a saved reply and a draft,
 * so no page is empty.
 */
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
  const channel = await eventually("a channel of the number", async () => {
    const created = await panel.api<One>("POST", `/v1/instances/${instance}/channels`, { name: "Offers" });
    return created.status === 201 ? created.body.data.id : null;
  });
  await panel.api("POST", `/v1/instances/${instance}/statuses`, { text: "Tulips are in.", recipients: [ana] });
  await panel.api("POST", "/v1/otps", { instance_id: instance, channel: "link", reference: "Order 17" });
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
  await panel.api("POST", "/v1/saved-replies", { shortcut: "hours", text: "Hello {name}, we open at 9." });
  await panel.draft(instance, "5511912349998", "Tulips are in, too.");
  if (broadcast.status >= 300) throw new Error(`The broadcast was refused: ${JSON.stringify(broadcast.body)}`);
  return { instance, chat, group, channel, broadcast: broadcast.body.data.id ?? "" };
}

/** All pages, with their addresses. */
export const PAGES = Object.entries(PANEL_PAGES).map(([name, address]) => ({
  name,
  path: (places: Places) =>
    address.replaceAll(/\{(\w+)\}/g, (_, place) => encodeURIComponent(places[place as keyof Places])), // as the types of its addresses say
}));
