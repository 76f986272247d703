import { pick } from "../chaos/chance.ts";

type Chance = () => number;
interface Node {
  tag: string;
  attributes: Record<string, string>;
  content?: Node[];
  bytes?: string;
}

/** A stanza in the form expected by `POST /phones/{phone}/forged`. */
export interface HostileStanza {
  tag: "message" | "receipt" | "notification" | "call";
  attributes: Record<string, string>;
  content: Node[];
}

const TIMES = [
  "",
  "0",
  "-1",
  "NaN",
  "1e300",
  "9007199254740991",
  "9223372036854775808",
  "8640000000001",
  "99999999999",
  "x",
];
const LONG = "x".repeat(3_000);
const IDS = [LONG, "a#b", " ", "€".repeat(1_500), "\u0001", "__proto__", `${LONG}@lid`, "1"];
const PEOPLE = [
  `${"9".repeat(3_000)}@lid`,
  `${"9".repeat(3_000)}@s.whatsapp.net`,
  "@lid",
  "x",
  "€@lid",
  "1:99999@s.whatsapp.net",
  "5_7:1@lid",
  "status@broadcast",
];
const GROUPS = ["1203630200000000@g.us", `${"1".repeat(3_000)}@g.us`, "€#@g.us", "@g.us"];
const GROUP_TAGS = [
  ...["add", "remove", "leave", "promote", "demote", "create", "delete", "subject", "description", "locked", "modify"],
  ...["link", "unlink", "ephemeral", "member_add_mode", "membership_approval_mode", "growth_locked", "set"],
];

/** Creates a receipt, a notification, or a call with values that no real server would let through today. */
export function hostileStanza(chance: Chance, ids: string[]): HostileStanza {
  const id = () => (chance() < 0.4 ? pick(chance, ids) : pick(chance, IDS));
  const t = pick(chance, TIMES);
  const own = `forged${Math.floor(chance() * 1e9)}${chance() < 0.5 ? pick(chance, IDS) : ""}`;
  const person = () => pick(chance, PEOPLE);
  const tag = pick(chance, ["receipt", "notification", "call"] as const);
  if (tag === "receipt") {
    const items = Array.from({ length: pick(chance, [0, 1, 3, 500]) }, () => ({
      tag: "item",
      attributes: { id: id() },
    }));
    const list = { tag: "list", attributes: {}, content: items };
    const attributes = {
      id: id(),
      t,
      ...(chance() < 0.3 && { from: person() }),
      ...(chance() < 0.5 && { type: "read" }),
    };
    return { tag, attributes, content: items.length > 0 ? [list] : [] };
  }
  if (tag === "call") {
    const step = pick(chance, ["offer", "offer_notice", "reject", "accept", "terminate", "relaylatency"]);
    const about = {
      "call-id": id(),
      ...(chance() < 0.7 && { "call-creator": person() }),
      ...(chance() < 0.5 && { caller_pn: person() }),
      ...(chance() < 0.3 && { "group-jid": pick(chance, GROUPS) }),
    };
    return { tag, attributes: { id: own, t }, content: [{ tag: step, attributes: about }] };
  }
  const members = Array.from({ length: pick(chance, [1, 3, 2_000]) }, () => ({
    tag: "participant",
    attributes: { jid: person(), type: pick(chance, ["admin", LONG, "superadmin"]), lid: person() },
  }));
  const text = { tag: "body", attributes: {}, bytes: Buffer.from("€".repeat(100_000)).toString("base64") };
  const group: Node = {
    tag: "group",
    attributes: {
      subject: LONG.repeat(30),
      id: pick(chance, [LONG, "1203630200000000", "-", "€"]),
      jid: pick(chance, GROUPS),
      creation: t,
      size: pick(chance, TIMES),
      creator: person(),
      creator_pn: person(),
    },
    content: [
      { tag: "description", attributes: { id: id() }, content: [text] },
      { tag: "linked_parent", attributes: { jid: pick(chance, GROUPS) } },
      { tag: "ephemeral", attributes: { expiration: pick(chance, TIMES) } },
      { tag: "member_add_mode", attributes: {}, bytes: text.bytes },
      ...members,
    ],
  };
  const deed = pick(chance, GROUP_TAGS);
  const inside = ["create", "link", "unlink"].includes(deed) ? [group] : deed === "description" ? [text] : members;
  const attributes = {
    subject: pick(chance, [LONG.repeat(50), "\ud800", "x"]),
    id: id(),
    expiration: pick(chance, TIMES),
    link_type: "parent_group",
  };
  const type = deed === "set" ? "picture" : "w:gp2";
  return {
    tag,
    attributes: { id: own, t, type, from: pick(chance, GROUPS), participant: person() },
    content: [{ tag: deed, attributes, content: inside }],
  };
}

/** Returns random variants of the attributes of an encrypted message's stanza. */
export function hostileAttributes(chance: Chance): Record<string, string> {
  const all: Record<string, string> = {
    id: `${pick(chance, IDS)}${Math.floor(chance() * 1e9)}`,
    t: pick(chance, TIMES),
    notify: pick(chance, [LONG.repeat(400), "\ud800", "\0", ""]),
    type: pick(chance, ["text", LONG]),
    edit: pick(chance, ["1", "7", LONG]),
    sender_lid: pick(chance, PEOPLE),
    offline: pick(chance, ["0", LONG]),
  };
  return Object.fromEntries(Object.entries(all).filter(() => chance() < 0.3));
}
