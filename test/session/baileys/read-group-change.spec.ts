import type { BinaryNode } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { foreignNode } from "../../../session-service/baileys/inbound/bounds/node.ts";
import { leavesIt, readGroupChange } from "../../../session-service/baileys/inbound/read-group-change.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const GROUP = "120363020000000001@g.us";

const tag = (name: string, attrs: Record<string, string> = {}, content?: BinaryNode["content"]): BinaryNode => ({
  tag: name,
  attrs,
  ...(content !== undefined && { content }),
});
const ana = tag("participant", { jid: "9001:3@lid", phone_number: "15550001002@s.whatsapp.net", type: "admin" });
const text = (body: string) => [tag("body", {}, Buffer.from(body))];
const read = (part: BinaryNode, attrs: Record<string, string> = {}) =>
  readGroupChange(
    foreignNode(tag("notification", { id: "N1", from: GROUP, type: "w:gp2", t: "1790000000", ...attrs }, [part])),
    NOW,
  );
const fact = (part: BinaryNode, attrs?: Record<string, string>) => read(part, attrs)?.what;
const ANA = { id: "9001@lid", otherId: "15550001002@s.whatsapp.net", role: "admin" };

describe("a notification about a group", () => {
  it("says who came, went or has another rank", () => {
    expect(fact(tag("add", {}, [ana]))).toEqual({ kind: "members", deed: "join", members: [ANA] });
    expect(fact(tag("remove", {}, [ana]))).toMatchObject({ deed: "leave", members: [{ id: "9001@lid" }] });
    expect(fact(tag("leave", {}, [ana, ana]))).toMatchObject({ deed: "leave", members: [{ id: "9001@lid" }] });
    expect(fact(tag("promote", {}, [tag("participant", { jid: "9001@lid" })]))).toMatchObject({
      deed: "promote",
      members: [{ id: "9001@lid", otherId: null, role: "admin" }],
    });
    expect(fact(tag("demote", {}, [ana]))).toMatchObject({ members: [{ role: "member" }] });
  });

  it("says its name, description, settings and picture", () => {
    const changes: [BinaryNode, object][] = [
      [tag("subject", { subject: "Other" }), { subject: "Other" }],
      [tag("description", { id: "D2" }, text("Only work")), { description: { id: "D2", body: "Only work" } }],
      [tag("description", { id: "D3" }, [tag("delete")]), { description: null }],
      [tag("announcement"), { settings: { messages_admins_only: true } }],
      [tag("not_announcement"), { settings: { messages_admins_only: false } }],
      [tag("locked"), { settings: { info_admins_only: true } }],
      [tag("unlocked"), { settings: { info_admins_only: false } }],
      [tag("member_add_mode", {}, Buffer.from("admin_add")), { settings: { add_admins_only: true } }],
      [tag("member_add_mode", {}, Buffer.from("all_member_add")), { settings: { add_admins_only: false } }],
      [
        tag("membership_approval_mode", {}, [tag("group_join", { state: "on" })]),
        { settings: { join_approval: true } },
      ],
      [
        tag("membership_approval_mode", {}, [tag("group_join", { state: "off" })]),
        { settings: { join_approval: false } },
      ],
      [tag("ephemeral", { expiration: "86400" }), { settings: { disappearing_seconds: 86_400 } }],
      [tag("not_ephemeral"), { settings: { disappearing_seconds: 0 } }],
    ];
    for (const [part, change] of changes) expect(fact(part)).toEqual({ kind: "changed", change, told: true });
    const picture = { type: "picture" };
    expect(fact(tag("set", { id: "77" }), picture)).toMatchObject({ change: { picture_id: "77" }, told: true });
    expect(fact(tag("delete"), picture)).toMatchObject({ change: { picture_id: null }, told: true });
  });

  it("says that we are in it, that it is no more, and who goes on under another number", () => {
    const group = tag("group", { id: "120363020000000001", subject: "Team", creation: "1790000000" }, [ana]);
    expect(fact(tag("create", { type: "new" }, [group]))).toMatchObject({
      kind: "joined",
      group: { id: GROUP, subject: "Team", members: [{ id: "9001@lid", phone: "15550001002", role: "admin" }] },
    });
    expect(fact(tag("delete"))).toEqual({ kind: "ended" });
    expect(fact(tag("modify", {}, [ana]), { participant: "8000:1@lid" })).toEqual({
      kind: "renumbered",
      from: "8000@lid",
      to: ANA,
    });
  });

  it("that brings it into a community, or out of it, is kept and told to nobody", () => {
    const community = tag("group", { jid: "120363020000000099@g.us" });
    expect(fact(tag("link", { link_type: "parent_group" }, [community]))).toEqual({
      kind: "changed",
      change: { parent: "120363020000000099@g.us" },
      told: false,
    });
    expect(fact(tag("unlink", { unlink_type: "parent_group" }, [community]))).toMatchObject({
      change: { parent: null },
    });
    expect(fact(tag("link", { link_type: "sub_group" }, [community]))).toBeUndefined();
  });

  it("of requests, links and locks is nothing that is kept, and neither is one that names no group", () => {
    for (const name of ["created_membership_requests", "revoked_membership_requests", "invite", "growth_locked", "x"]) {
      expect(read(tag(name, { code: "abc" }, [ana]))).toBeNull();
    }
    expect(read(tag("subject", { subject: "S" }), { from: "15550001002@s.whatsapp.net" })).toBeNull();
    expect(read(tag("subject", { subject: "S" }), { from: "1#2@g.us" })).toBeNull();
    expect(read(tag("subject", { subject: "S" }), { type: "devices" })).toBeNull();
    expect(read(tag("add", {}, [tag("participant", { jid: "1203@g.us" })]))).toBeNull();
    expect(read(tag("modify", {}, [ana]), { participant: "9001@lid" })).toBeNull();
  });

  it("makes our key of the group known to too many when somebody left", () => {
    const leaves = (part: BinaryNode, attrs?: Record<string, string>) => {
      const change = read(part, attrs);
      return change && leavesIt(change);
    };
    for (const name of ["remove", "leave"]) expect(leaves(tag(name, {}, [ana]))).toBe(true);
    expect(leaves(tag("modify", {}, [ana]), { participant: "8000@lid" })).toBe(true);
    for (const name of ["add", "promote"]) expect(leaves(tag(name, {}, [ana]))).toBe(false);
    expect(leaves(tag("subject", { subject: "S" }))).toBe(false);
  });

  it("keeps its settings behind as many members as the largest groups have, and no more members than those", () => {
    const many = Array.from({ length: 6_000 }, (_, n) => tag("participant", { jid: `${n + 1}@lid` }));
    const of = (count: number) =>
      fact(tag("create", {}, [tag("group", { id: "1203" }, [...many.slice(0, count), tag("announcement")])]));
    expect(of(5_000)).toMatchObject({ group: { settings: { messages_admins_only: true }, size: 5_000 } });
    expect(of(6_000)).toMatchObject({ group: { size: 5_000 } });
  });
});
