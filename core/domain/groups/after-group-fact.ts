import type { GroupFact, GroupHead, GroupMember, GroupRole, GroupSettings } from "./group.ts";
import type { GroupFields, KnownGroup } from "./group-fields.ts";
import { findInBook, memberBook, putMember, takeMember } from "./united-members.ts";

type Fact<K extends GroupFact["kind"]> = Extract<GroupFact, { kind: K }>;

/**
 * Returns the group after applying a fact. Facts describe a result, so repeating a fact changes nothing, and replaying
 * a sequence of facts from any point leads to the same state. docs/decisions/0081.
 * @param before null if the group is unknown. @returns null if the group remains unknown.
 */
export function afterGroupFact(before: KnownGroup | null, fact: GroupFact, at: Date): KnownGroup | null {
  if (fact.kind === "whole") return afterWhole(before, fact, at);
  if (fact.kind === "members") return afterMembers(before, fact, at);
  if (before === null) return null;
  switch (fact.kind) {
    case "renumbered":
      return withMembers(before, (book) => {
        const old = { id: fact.from, phone: null };
        const [known] = [...findInBook(book, old), ...findInBook(book, fact.to)];
        takeMember(book, old);
        putMember(book, { ...fact.to, role: known?.role ?? fact.to.role });
      });
    case "changed":
      return afterChange(before, fact);
    case "left":
    case "ended":
      return { ...before, fields: left(before.fields, at) };
  }
}

/** Returns the group after applying its complete description, which includes everything except the picture. */
function afterWhole(before: KnownGroup | null, { group, my_role }: Fact<"whole">, at: Date): KnownGroup | null {
  if (before === null && my_role === null) return null;
  const { picture_id, picture_key, picture_ms, left_ms } = before?.fields ?? {};
  const picture = defined({ picture_id, picture_key, picture_ms });
  const members = [...memberBook(group.members).members.values()];
  const head = { ...headFields(group), size: Math.max(group.size, members.length), ...picture };
  const fields =
    my_role === null
      ? { ...head, left_ms: left_ms ?? at.getTime() }
      : { ...head, my_role, in_ms: inSince(before?.fields, at) };
  return { fields, description: group.description, members };
}

function headFields(group: GroupHead): GroupFields {
  const { subject, description, owner, owner_phone, made_at, settings, private_ids, community, parent } = group;
  return defined({
    subject,
    owner: owner ?? undefined,
    owner_phone: owner_phone ?? undefined,
    made_ms: made_at?.getTime(),
    settings: unlikeNew(settings),
    description_id: description?.id,
    private_ids: private_ids || undefined,
    community: community || undefined,
    parent: parent ?? undefined,
  });
}

function afterMembers(before: KnownGroup | null, fact: Fact<"members">, at: Date): KnownGroup | null {
  const { deed, members, of_us } = fact;
  const isGone = deed === "leave";
  if (before === null && (!of_us || isGone)) return null;
  const known = before ?? { fields: {}, description: null, members: null };
  const after = withMembers(known, (book) => {
    for (const one of members) isGone ? takeMember(book, one) : putMember(book, one);
  });
  if (!of_us) return after;
  if (isGone) return { ...after, fields: left(after.fields, at) };
  const { left_ms, ...fields } = after.fields;
  const my_role = roleAfter(deed, members, known.fields.my_role);
  return { ...after, fields: { ...fields, my_role, in_ms: inSince(known.fields, at) } };
}

const inSince = (before: GroupFields | undefined, at: Date): number =>
  (before?.my_role === undefined ? undefined : before.in_ms) ?? at.getTime();

/**
 * Returns the linked number's own role after an action on it and possibly on others: the role that was reported for all
 * of them or, if none was reported, the role implied by the action.
 */
function roleAfter(deed: string, members: GroupMember[], before: GroupRole | undefined): GroupRole {
  const [first] = members;
  if (first && members.every(({ role }) => role === first.role)) return first.role;
  if (deed === "promote") return before === "owner" ? "owner" : "admin";
  return "member";
}

/**
 * Applies a change to the members, if the member list is known. If it isn't, it can't be built from joins and leaves
 * alone.
 */
function withMembers(before: KnownGroup, change: (book: ReturnType<typeof memberBook>) => void): KnownGroup {
  if (before.members === null) return before;
  const book = memberBook(before.members);
  change(book);
  const members = [...book.members.values()];
  const size = Math.max(0, (before.fields.size ?? before.members.length) + members.length - before.members.length);
  return { ...before, members, fields: { ...before.fields, size } };
}

function afterChange({ fields, description, members }: KnownGroup, fact: Fact<"changed">): KnownGroup {
  const text = fact.description === undefined ? description : fact.description;
  const settings = { ...fields.settings, ...fact.settings };
  const after: GroupFields = {
    ...fields,
    ...(fact.subject !== undefined && { subject: fact.subject }),
    ...(fact.description !== undefined && { description_id: text?.id }),
    ...(fact.settings !== undefined && { settings: unlikeNew(settings) }),
    ...(fact.parent !== undefined && { parent: fact.parent ?? undefined }),
    ...pictureAfter(fields, fact),
  };
  return { fields: defined(after), description: text, members };
}

/** Returns the picture fields. Our copy belongs to one particular picture, so a new picture has no copy at first. */
function pictureAfter(fields: GroupFields, { picture_id, picture_copy }: Fact<"changed">): GroupFields {
  if (picture_id === undefined) return {};
  if (picture_copy) {
    return { picture_id: picture_id ?? undefined, picture_key: picture_copy.key, picture_ms: picture_copy.stored_ms };
  }
  if (picture_id !== null && picture_id === fields.picture_id) return {};
  return { picture_id: picture_id ?? undefined, picture_key: undefined, picture_ms: undefined };
}

function left({ my_role, in_ms, left_ms, ...fields }: GroupFields, at: Date): GroupFields {
  return { ...fields, left_ms: left_ms ?? at.getTime() };
}

/** Returns the settings that differ from those of a new group, or undefined if all are the same. */
function unlikeNew(settings: Partial<GroupSettings>): Partial<GroupSettings> | undefined {
  const unlike = Object.entries(settings).filter(([, value]) => Boolean(value));
  return unlike.length === 0 ? undefined : Object.fromEntries(unlike);
}

/** Removes fields without a value. */
function defined(fields: GroupFields): GroupFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
