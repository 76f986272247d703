import type { RouteId } from "../../../../core/contracts/routes.ts";
import { IDS, OWN_PHONE, PHONE } from "./records.ts";

/** A request body as a customer would write it, with a summary. */
export interface RequestExample {
  summary: string;
  body: Record<string, unknown>;
}

const to = { instance_id: IDS.instance, to: PHONE };
/** A single-pixel PNG picture. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A browser's response to a request for a passkey's signature. */
const CREDENTIAL = {
  id: "c2hvcC1wYXNza2V5",
  rawId: "c2hvcC1wYXNza2V5",
  type: "public-key",
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    authenticatorData: "c2lnbmVkLWJ5LXRoZS1waG9uZQ",
    signature: "MEUCIQDp-signature",
  },
};

const WEBHOOK: Record<string, RequestExample> = {
  url: { summary: "Set the address that events are sent to", body: { url: "https://hooks.example.com/in" } },
  header: {
    summary: "Add a header to each event",
    body: { auth_header: { name: "X-Token", value: "a-long-random-text" } },
  },
  off: { summary: "Stop sending events", body: { url: null } },
};

/**
 * Examples of request bodies, by route. A test sends them all to a running gateway, so every example works as printed,
 * apart from the ids. The test also fails if a route that accepts a body has no example.
 */
export const REQUEST_EXAMPLES: Partial<Record<RouteId, Record<string, RequestExample>>> = {
  "instances.create": {
    shop: { summary: "Create an instance for a shop", body: { name: "Shop", external_ref: "shop-1" } },
  },
  "instances.update": {
    calls: { summary: "Decline calls", body: { reject_calls: true } },
    no_proxy: { summary: "Connect without a proxy from now on", body: { proxy: null } },
    protection: {
      summary: "Write to new people at longer intervals, and restore a recommended value with null",
      body: { protection_settings: { first_message_interval_seconds: 180, messages_per_hour: null } },
    },
  },
  "instances.pairing_code": { phone: { summary: "Get a code for this phone", body: { phone: OWN_PHONE } } },
  "instances.sign_passkey": {
    signature: { summary: "Send what the browser returned", body: { credential: CREDENTIAL } },
  },
  "instances.check": { phone: { summary: "Check whether this number is on the network", body: { phone: PHONE } } },
  "instances.reject_call": {
    call: {
      summary: "Use the id and from values of a call.received event",
      body: { call_id: "3EB0A1B2C3D4E5F6", from: PHONE },
    },
  },
  "profile.update": { about: { summary: "Change the about text", body: { name: "Shop", about: "Open from 9 to 18" } } },
  "groups.create": {
    group: {
      summary: "Create a group in which only admins can write",
      body: { subject: "Team", participants: [PHONE], settings: { messages_admins_only: true } },
    },
  },
  "groups.add_members": {
    person: { summary: "Add a person, or invite them", body: { participants: [PHONE], invite: true } },
  },
  "groups.remove_members": { person: { summary: "Remove a person", body: { participants: [PHONE] } } },
  "groups.promote_members": { person: { summary: "Make a person an admin", body: { participants: [PHONE] } } },
  "groups.demote_members": { person: { summary: "Make an admin a member", body: { participants: [PHONE] } } },
  "groups.change": {
    name: { summary: "Change the subject and description", body: { subject: "Team", description: "Only work" } },
    admins: { summary: "Let only admins write", body: { settings: { messages_admins_only: true } } },
  },
  "groups.join": {
    link: { summary: "Use the invite link", body: { invite: "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv" } },
  },
  "groups.approve_requests": { person: { summary: "Approve a person", body: { participants: [PHONE] } } },
  "groups.reject_requests": { person: { summary: "Reject a person", body: { participants: [PHONE] } } },
  "chats.set_labels": {
    one: { summary: "Set exactly this label", body: { label_ids: [1] } },
    none: { summary: "Remove all labels", body: { label_ids: [] } },
  },
  "labels.create": { vip: { summary: "A label", body: { name: "Regular customer", color: 4 } } },
  "labels.update": { name: { summary: "Another name", body: { name: "Best customer" } } },
  "channels.create": {
    news: { summary: "A channel", body: { name: "News", description: "What is new in our shop" } },
    picture: { summary: "With a picture", body: { name: "News", picture: { url: "https://files.example.com/a.jpg" } } },
  },
  "channels.update": { name: { summary: "Another name", body: { name: "Our news" } } },
  "contacts.import": {
    two: {
      summary: "Two people",
      body: {
        contacts: [
          { phone: PHONE, name: "Ana Souza" },
          { phone: "+55 11 99999-0002", name: "Ben Oliveira" },
        ],
      },
    },
  },
  "contacts.start_import": {
    csv: {
      summary: "A CSV file, with the names of its columns",
      body: {
        csv: "Contact no.,Client\n+55 11 99999-0001,Ana Souza\n+55 11 99999-0002,Ben Oliveira",
        columns: { phone: "Contact no.", name: "Client" },
      },
    },
    vcard: {
      summary: "An address book",
      body: { vcard: "BEGIN:VCARD\nVERSION:3.0\nFN:Ana Souza\nTEL:+55 11 99999-0001\nEND:VCARD" },
    },
  },
  "contacts.change": { name: { summary: "Another name", body: { name: "Ana Souza" } } },
  "statuses.post": {
    text: {
      summary: "A text on a colored background. Without recipients, it goes to people who wrote recently",
      body: { text: "We are open on Sunday, 10 to 14.", background_color: "#1fa855", font: 1, recipients: [PHONE] },
    },
    image: {
      summary: "A picture with a caption",
      body: { text: "New in the shop", media: { data: PNG, mimetype: "image/png" }, recipients: [PHONE] },
    },
  },
  "broadcasts.create": {
    recent: {
      summary: "Write to everyone who wrote in the last 30 days",
      body: {
        instance_id: IDS.instance,
        text: "Hello {name|there}, we have fresh tea again.",
        audience: "recent",
        days: 30,
      },
    },
    phones: {
      summary: "Write to people on your own list, with values for each person",
      body: {
        instance_id: IDS.instance,
        text: "Hello {name}, your order {order} is ready.",
        audience: "phones",
        recipients: [{ phone: PHONE, name: "Ana", fields: { order: "1042" } }],
        draft: true,
      },
    },
  },
  "broadcasts.change": { text: { summary: "Another text", body: { text: "Hello {name|there}, tea is here." } } },
  "ai_agent.change": {
    on: {
      summary: "Turn the agent on with your key",
      body: {
        enabled: true,
        provider: "openai",
        api_key: "sk-demo-0001",
        instructions: "You answer for a tea house. Be short and friendly.",
        knowledge: "We are open on weekdays from 9 to 18. Delivery costs 3 euros.",
        handover_words: ["human", "person"],
        handover_message: "One of us will answer you soon.",
      },
    },
    hours: {
      summary: "Answer only at night",
      body: { hours: { days: ["mon", "tue", "wed", "thu", "fri"], from: "18:00", to: "09:00" } },
    },
    off: { summary: "Remove the key", body: { api_key: null } },
  },
  "menu.replace": {
    menu: {
      summary: "Three choices, one of which shows more choices",
      body: {
        enabled: true,
        greeting: "Hello, this is the tea house. Answer with a number.",
        handover_message: "One of us will answer you soon.",
        choices: [
          { label: "Opening hours", outcome: "answer", answer: "Weekdays, 9 to 18." },
          {
            label: "Teas",
            outcome: "menu",
            choices: [
              {
                label: "Price list",
                outcome: "answer",
                media: { data: PNG, mimetype: "image/png", filename: "prices.png" },
              },
              { label: "Order", outcome: "handover" },
            ],
          },
          { label: "Talk to us", outcome: "handover" },
        ],
      },
    },
  },
  "auto_reply.change": {
    hours: {
      summary: "Send a different text when the shop is closed",
      body: {
        enabled: true,
        text: "We answer within the hour.",
        away_text: "We are closed and answer tomorrow.",
        hours: { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "18:00" },
      },
    },
  },
  "automations.try": {
    list: { summary: "Test a chat in which the second choice's list is open", body: { text: "1", level: [2] } },
    first: { summary: "Test a new chat", body: { text: "Hello" } },
  },
  "otps.create": {
    link: {
      summary: "Create a link for this number's owner to tap",
      body: { instance_id: IDS.instance, channel: "link", phone: PHONE, brand: "Tea House" },
    },
    code: {
      summary: "Send a code to this number",
      body: { instance_id: IDS.instance, channel: "code", phone: PHONE, brand: "Tea House", locale: "pt-BR" },
    },
  },
  "otps.check": { code: { summary: "Check the code that the person typed", body: { code: "123 456" } } },
  "messages.send": {
    text: { summary: "A text", body: { ...to, text: "Your order is ready." } },
    image: {
      summary: "A picture with a caption",
      body: { ...to, text: "Your receipt", media: { data: PNG, mimetype: "image/png", filename: "receipt.png" } },
    },
    document: {
      summary: "A file at a public address",
      body: {
        ...to,
        media: { url: "https://files.example.com/a.pdf", mimetype: "application/pdf", filename: "invoice.pdf" },
      },
    },
    location: {
      summary: "A location",
      body: { ...to, location: { latitude: -23.5614, longitude: -46.6559, title: "Shop", address: "Av. Paulista 1" } },
    },
    contact: {
      summary: "A contact card",
      body: { ...to, contact: { name: "Ana Souza", phone: "5511999990002", organization: "Shop" } },
    },
    sticker: { summary: "A sticker", body: { ...to, sticker: { data: PNG } } },
    poll: {
      summary: "A poll",
      body: { ...to, poll: { name: "When may we call?", options: ["Morning", "Afternoon"], multiple_answers: false } },
    },
    answer: { summary: "A reply to a message", body: { ...to, text: "Yes, it is.", reply_to: IDS.message } },
    scheduled: {
      summary: "Send later, at most 30 days ahead",
      body: { ...to, text: "See you tomorrow.", send_at: "2026-11-21T09:00:00-03:00" },
    },
  },
  "messages.change": {
    text: { summary: "Another text", body: { text: "Your order is ready at the counter." } },
    time: { summary: "Change the time of a scheduled message", body: { send_at: "2026-11-22T09:00:00-03:00" } },
  },
  "messages.react": { thumb: { summary: "A thumbs up", body: { emoji: "👍" } } },
  "messages.forward": { person: { summary: "Forward it to another person", body: { to: "5511999990002" } } },
  "chats.change": {
    archive: { summary: "Archive it", body: { archived: true } },
    mute: { summary: "Mute it forever (null unmutes it)", body: { muted_until: "forever" } },
    team: { summary: "Mark it as answered by your team", body: { handled_by: "team" } },
    close: { summary: "Close it", body: { closed: true } },
    nobody: { summary: "Assign it to nobody", body: { assigned_to: null } },
    later: { summary: "Snooze it", body: { snoozed_until: "2026-11-21T09:00:00+00:00" } },
  },
  "notes.create": {
    note: { summary: "Add a note for your team", body: { text: "Wants the blue one. Call on Monday." } },
  },
  "notes.update": { note: { summary: "Another text", body: { text: "Wants the blue one, size M." } } },
  "exports.create": {
    account: { summary: "Export the whole account", body: {} },
    person: { summary: "Export one person's data", body: { instance_id: IDS.instance, contact: PHONE } },
  },
  "saved_replies.create": {
    hours: {
      summary: "A text with the person's name",
      body: { shortcut: "hours", text: "Hello {name|there}, we are open from 9 to 18." },
    },
  },
  "saved_replies.update": { text: { summary: "Another text", body: { text: "Hello {name}, we are open all day." } } },
  "chats.typing": { typing: { summary: "Typing…", body: { state: "typing" } } },
  "webhook.update": {
    ...WEBHOOK,
    events: { summary: "Choose the events", body: { events: ["message.received", "message.status"] } },
  },
  "instance_webhook.update": WEBHOOK,
};
