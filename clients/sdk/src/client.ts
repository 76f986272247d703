import { EventReader } from "./events.ts";
import { Activity } from "./resources/activity.ts";
import { AiAgent } from "./resources/ai-agent.ts";
import { AutoReply } from "./resources/auto-reply.ts";
import { Automations } from "./resources/automations.ts";
import { Broadcasts } from "./resources/broadcasts.ts";
import { Channels } from "./resources/channels.ts";
import { Chats } from "./resources/chats.ts";
import { Contacts } from "./resources/contacts.ts";
import { Exports } from "./resources/exports.ts";
import { Files } from "./resources/files.ts";
import { Groups } from "./resources/groups.ts";
import { InstanceWebhook } from "./resources/instance-webhook.ts";
import { Instances } from "./resources/instances.ts";
import { Labels } from "./resources/labels.ts";
import { Members } from "./resources/members.ts";
import { Menu } from "./resources/menu.ts";
import { Messages } from "./resources/messages.ts";
import { Notes } from "./resources/notes.ts";
import { Openapi } from "./resources/openapi.ts";
import { Otps } from "./resources/otps.ts";
import { Profile } from "./resources/profile.ts";
import { SavedReplies } from "./resources/saved-replies.ts";
import { Statuses } from "./resources/statuses.ts";
import { Webhook } from "./resources/webhook.ts";
import { type GatewayOptions, Transport } from "./transport.ts";

/**
 * A client for a single gateway with a single API key. Its methods are named after the API's operations, e.g.
 * `messages.send`.
 */
export class Gateway {
  readonly activity: Activity;
  readonly aiAgent: AiAgent;
  readonly autoReply: AutoReply;
  readonly automations: Automations;
  readonly broadcasts: Broadcasts;
  readonly channels: Channels;
  readonly chats: Chats;
  readonly contacts: Contacts;
  readonly events: EventReader;
  readonly exports: Exports;
  readonly files: Files;
  readonly groups: Groups;
  readonly instanceWebhook: InstanceWebhook;
  readonly instances: Instances;
  readonly labels: Labels;
  readonly menu: Menu;
  readonly messages: Messages;
  readonly members: Members;
  readonly notes: Notes;
  readonly openapi: Openapi;
  readonly otps: Otps;
  readonly profile: Profile;
  readonly savedReplies: SavedReplies;
  readonly statuses: Statuses;
  readonly webhook: Webhook;

  /** @throws TypeError if the key or the URL is missing, or in a browser, where anyone could read the key. */
  constructor(options: GatewayOptions = {}) {
    if ("window" in globalThis && "document" in globalThis) {
      throw new TypeError(
        "Do not use the SDK in a browser, because anyone who opens the page would have your API key. Call your own server instead.",
      );
    }
    const transport = new Transport(options);
    this.activity = new Activity(transport);
    this.aiAgent = new AiAgent(transport);
    this.autoReply = new AutoReply(transport);
    this.automations = new Automations(transport);
    this.broadcasts = new Broadcasts(transport);
    this.channels = new Channels(transport);
    this.chats = new Chats(transport);
    this.contacts = new Contacts(transport);
    this.events = new EventReader(transport);
    this.exports = new Exports(transport);
    this.files = new Files(transport);
    this.groups = new Groups(transport);
    this.instanceWebhook = new InstanceWebhook(transport);
    this.instances = new Instances(transport);
    this.labels = new Labels(transport);
    this.menu = new Menu(transport);
    this.messages = new Messages(transport);
    this.members = new Members(transport);
    this.notes = new Notes(transport);
    this.openapi = new Openapi(transport);
    this.otps = new Otps(transport);
    this.profile = new Profile(transport);
    this.savedReplies = new SavedReplies(transport);
    this.statuses = new Statuses(transport);
    this.webhook = new Webhook(transport);
  }
}
