import { beforeEach, describe, expect, it } from "vitest";
import { endSessionsOf, sessionsOf } from "../../../core/operations/users/end-session.ts";
import type { MailMessage } from "../../../core/ports.ts";
import { keys } from "../../../core/store/keys.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const DAY_MS = 86_400_000;

let world: PanelWorld;
let account: string;
let ada: SignedIn;
let mails: MailMessage[];

beforeEach(async () => {
  world = panelWorld();
  mails = [];
  world.deps.mail = {
    async send(mail) {
      mails.push(mail);
    },
  };
  account = await world.account();
  ada = await world.signedIn(account, "admin", "ada@example.com");
});

const later = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const tokenOf = (mail: MailMessage | undefined) => /\/join#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
const data = <T = Record<string, unknown>>({ body }: { body: Record<string, unknown> }) => body.data as T;
const log = async () =>
  data<{ action: string; user_id: string | null }[]>(await world.panel("GET", "/v1/activity", ada)).map(
    (line) => line.action,
  );

describe("opening an account", () => {
  const open = (who: SignedIn, name = "Bea's Bakery") => world.panel("POST", "/accounts", { ...who, body: { name } });

  it("makes the person its admin, on a trial of seven days, and shows it to them", async () => {
    const bea = await world.signedIn(null);
    const opened = await open(bea);
    expect(opened.status).toBe(201);
    const { id } = data<{ id: string }>(opened);
    expect(data(await world.panel("GET", "/me", bea))).toMatchObject({
      account_id: id,
      role: "admin",
      accounts: [{ id, name: "Bea's Bakery", plan: "trial", trial_ends_at: "2026-11-27T09:30:05+00:00" }],
    });
    const lines = data(await world.panel("GET", "/v1/activity", bea));
    expect(lines).toMatchObject([{ action: "account.created", by: "user", user_id: bea.user }]);
  });

  it("pressed twice at once makes one account", async () => {
    const bea = await world.signedIn(null);
    const both = await Promise.all([open(bea), open(bea)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await open(bea)).body.code).toBe("conflict");
    expect(data<{ accounts: unknown[] }>(await world.panel("GET", "/me", bea)).accounts).toHaveLength(1);
  });

  it("needs a confirmed e-mail address", async () => {
    const bea = await world.signedIn(null);
    await world.table.write({ update: keys.user(bea.user), set: { email_verified: false } });
    expect((await open(bea)).body).toMatchObject({ code: "conflict", message: expect.stringMatching(/Confirm/) });
  });

  it("is possible twenty times an hour from one address", async () => {
    for (let i = 0; i < 20; i++) expect((await open(await world.signedIn(null))).status).toBe(201);
    const refused = await open(await world.signedIn(null));
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: "limit_reached" });
    later(3_600_000);
    expect((await open(await world.signedIn(null))).status).toBe(201);
  });
});

describe("an account's team", () => {
  const setRole = (user: string, role: string, who = ada) =>
    world.panel("PATCH", `/members/${user}`, { ...who, body: { role } });
  const remove = (user: string, who = ada) => world.panel("DELETE", `/members/${user}`, who);

  it("is shown with roles and when each was seen last", async () => {
    await world.signedIn(account, "viewer", "vi@example.com");
    expect(data(await world.panel("GET", "/members", ada))).toMatchObject([
      { id: ada.user, email: "ada@example.com", role: "admin", last_seen_at: "2026-11-20T09:30:05+00:00" },
      { email: "vi@example.com", role: "viewer" },
    ]);
  });

  it("changes a role from the next request on and leaves the session", async () => {
    const vi = await world.signedIn(account, "viewer");
    expect((await world.panel("POST", "/v1/messages", { ...vi, body: {} })).status).toBe(403);
    expect(data(await setRole(vi.user, "member"))).toMatchObject({ id: vi.user, role: "member" });
    expect((await world.panel("POST", "/v1/messages", { ...vi, body: {} })).status).toBe(422);
    expect(await log()).toEqual(["member.role_changed"]);
  });

  it("removes a person and ends their sessions in it, and no other", async () => {
    const mel = await world.signedIn(account, "member");
    const [own] = await sessionsOf(world.table, ada.user);
    expect((await remove(mel.user)).status).toBe(204);
    expect((await world.panel("GET", "/me", mel)).status).toBe(401);
    expect(await sessionsOf(world.table, mel.user)).toEqual([]);
    expect(await sessionsOf(world.table, ada.user)).toMatchObject([{ id: own?.id }]);
    expect(await log()).toEqual(["member.removed"]);
  });

  it("lets everybody leave, and nobody but an admin remove another", async () => {
    const mel = await world.signedIn(account, "member");
    const vi = await world.signedIn(account, "viewer");
    expect((await remove(vi.user, mel)).body.code).toBe("role_not_allowed");
    expect((await remove(mel.user, mel)).status).toBe(204);
  });

  it("keeps its last admin", async () => {
    expect((await setRole(ada.user, "member")).body).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/last admin/),
    });
    expect((await remove(ada.user)).status).toBe(409);
    expect((await setRole(ada.user, "admin")).status).toBe(200);
  });

  it("keeps one of two admins who leave at once", async () => {
    const bob = await world.signedIn(account, "admin");
    const left = await Promise.all([remove(ada.user, ada), remove(bob.user, bob)]);
    expect(left.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe("an invitation", () => {
  const invite = (email = "bea@example.com", role = "member") =>
    world.panel("POST", "/invites", { ...ada, body: { email, role } });
  const accept = (who: SignedIn, token: string, source?: string) =>
    world.panel("POST", "/invites/accept", { ...who, body: { token }, ...(source && { source }) });

  it("is mailed, accepted once by the person of its address, and makes them a member", async () => {
    const made = await invite();
    expect({ status: made.status, ...data(made) }).toMatchObject({
      status: 201,
      email: "bea@example.com",
      role: "member",
      link: null,
    });
    expect(mails).toMatchObject([
      { to: ["bea@example.com"], subject: "You've been invited to a team on Messaging Gateway" },
    ]);
    expect(mails[0]?.text).toContain(`The team's account is called "Test".`);
    expect(mails[0]?.text).toContain("https://panel.example.com/join#");
    const bea = await world.signedIn(null, "viewer", "Bea@Example.com");
    expect(data(await accept(bea, tokenOf(mails[0])))).toEqual({ account_id: account, role: "member" });
    expect(data(await world.panel("GET", "/me", bea))).toMatchObject({ account_id: account, role: "member" });
    expect((await accept(bea, tokenOf(mails[0]))).status).toBe(404);
    expect(data(await world.panel("GET", "/invites", ada))).toEqual([]);
    expect(await log()).toEqual(["member.joined", "invite.created"]);
  });

  it("used by two at once makes one member", async () => {
    await invite();
    const [one, two] = await Promise.all(
      ["Bea@example.com", "bea@Example.com"].map((mail) => world.signedIn(null, "viewer", mail)),
    );
    const both = await Promise.all([accept(one!, tokenOf(mails[0])), accept(two!, tokenOf(mails[0]), "192.0.2.7")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("says the same when it is wrong, used, too old, withdrawn or for somebody else", async () => {
    const bea = await world.signedIn(null, "viewer", "bea@example.com");
    const other = await world.signedIn(null, "viewer", "cleo@example.com");
    await invite();
    const told = [await accept(bea, "wrong"), await accept(other, tokenOf(mails[0]))];
    later(7 * DAY_MS);
    told.push(await accept(await world.signedIn(null, "viewer", "bea@example.com"), tokenOf(mails[0])));
    ada = await world.signedIn(account, "admin");
    const again = data<{ id: string }>(await invite());
    expect((await world.panel("DELETE", `/invites/${again.id}`, ada)).status).toBe(204);
    told.push(await accept(await world.signedIn(null, "viewer", "bea@example.com"), tokenOf(mails[1])));
    expect(new Set(told.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(told[0]?.body.code).toBe("not_found");
  });

  it("may be given wrong five times an hour by one person, and one link from one address", async () => {
    await invite();
    const bea = await world.signedIn(null, "viewer", "bea@example.com");
    for (let i = 0; i < 5; i++) expect((await accept(bea, `wrong-${i}`, `192.0.2.${i}`)).status).toBe(404);
    expect((await accept(bea, tokenOf(mails[0]), "192.0.2.9")).body.code).toBe("limit_reached");
    for (let i = 0; i < 4; i++)
      expect((await accept(await world.signedIn(null), "wrong", "198.51.100.9")).status).toBe(404);
    expect((await accept(await world.signedIn(null), "wrong", "198.51.100.9")).status).toBe(404);
    expect((await accept(await world.signedIn(null), "wrong", "198.51.100.9")).status).toBe(429);
    const kept = await world.signedIn(null);
    for (let i = 0; i < 6; i++) expect((await accept(kept, "wrong", "198.51.100.9")).status).toBe(429);
    expect((await accept(kept, "wrong", "198.51.100.10")).status).toBe(404); // refused ones took none of their own
    later(3_600_000);
    expect((await accept(bea, tokenOf(mails[0]), "192.0.2.9")).status).toBe(200);
  });

  it("of a right one takes none of the five", async () => {
    const bea = await world.signedIn(null, "viewer", "bea@example.com");
    await invite();
    for (let i = 0; i < 4; i++) await accept(bea, "wrong");
    expect((await accept(bea, tokenOf(mails[0]))).status).toBe(200);
    expect((await accept(bea, "wrong")).status).toBe(404);
    expect((await accept(bea, "wrong")).status).toBe(429);
  });

  it("is sent again with a new link three times a day, and the old link leads nowhere", async () => {
    const { id } = data<{ id: string }>(await invite());
    for (let i = 0; i < 2; i++)
      expect((await world.panel("POST", `/invites/${id}/send`, { ...ada, body: {} })).status).toBe(202);
    const refused = await world.panel("POST", `/invites/${id}/send`, { ...ada, body: {} });
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: "limit_reached" });
    const bea = await world.signedIn(null, "viewer", "bea@example.com");
    expect((await accept(bea, tokenOf(mails[0]))).status).toBe(404);
    expect((await accept(bea, tokenOf(mails[2]))).status).toBe(200);
  });

  it("mails one address three times a day, however often it is withdrawn and whoever invites; the link is handed over then", async () => {
    const bob = await world.signedIn(await world.account(), "admin");
    const links: (string | null)[] = [];
    for (let i = 0; i < 6; i++) {
      const who = i % 2 === 0 ? ada : bob;
      const body = { email: "bea@example.com", role: "viewer" };
      const made = data<{ id: string; link: string | null }>(await world.panel("POST", "/invites", { ...who, body }));
      links.push(made.link);
      expect((await world.panel("DELETE", `/invites/${made.id}`, who)).status).toBe(204);
    }
    expect(mails).toHaveLength(3);
    expect(links.map((link) => link === null)).toEqual([true, true, true, false, false, false]);
    later(DAY_MS);
    ada = await world.signedIn(account, "admin");
    expect(data(await invite())).toMatchObject({ link: null });
  });

  it("is handed over by its link where no mail goes out", async () => {
    world.deps.mail = null;
    const made = data<{ link: string; sent_at: null }>(await invite());
    expect(made).toMatchObject({ sent_at: null, link: expect.stringMatching(/^https:\/\/panel\.example\.com\/join#/) });
  });

  it("is not stored with its token", async () => {
    world.deps.mail = null;
    const { link } = data<{ link: string }>(await invite());
    const token = link.split("#")[1] ?? "";
    const { items } = await world.table.query({ pk: keys.invite(account, "").pk, limit: 10 });
    expect(JSON.stringify(items)).not.toContain(token);
  });

  it("is refused for somebody who belongs to the account or is invited", async () => {
    expect((await invite("ADA@example.com")).body.code).toBe("conflict");
    await invite();
    expect((await invite("BEA@example.com")).body.code).toBe("conflict");
    expect((await invite("no address")).body).toMatchObject({
      code: "validation_failed",
      errors: { email: [expect.any(String)] },
    });
  });
});

describe("a person's own things", () => {
  it("are changed, and the teams see another name", async () => {
    const body = { name: "Ada L.", language: "pt", theme: "dark", timezone: "America/Sao_Paulo" };
    expect(data(await world.panel("PATCH", "/me", { ...ada, body }))).toMatchObject({ user: body });
    expect(data(await world.panel("GET", "/members", ada))).toMatchObject([{ name: "Ada L." }]);
    const wrong = await world.panel("PATCH", "/me", {
      ...ada,
      body: { timezone: "Mars/Base", language: "xx", name: "" },
    });
    expect(Object.keys((wrong.body.errors as object) ?? {}).sort()).toEqual(["language", "name", "timezone"]);
  });

  it("are seen in each of their accounts", async () => {
    const second = await world.account();
    await world.table.transact([
      {
        put: {
          ...keys.accountUser(second, ada.user),
          user_id: ada.user,
          role: "viewer",
          email: "ada@example.com",
          name: null,
          joined_at: "x",
        },
      },
      { put: { ...keys.userAccount(ada.user, second) } },
    ]);
    expect(data(await world.panel("POST", "/me/account", { ...ada, body: { account_id: second } }))).toMatchObject({
      account_id: second,
      role: "viewer",
    });
    expect(data(await world.panel("GET", "/account", ada))).toMatchObject({ id: second });
    const foreign = await world.account();
    expect((await world.panel("POST", "/me/account", { ...ada, body: { account_id: foreign } })).status).toBe(404);
  });

  it("are their sessions, which they end one by one or all but this", async () => {
    const sessions = () => world.panel("GET", "/me/sessions", ada);
    const [current] = data<{ id: string; current: boolean }[]>(await sessions());
    expect(current).toMatchObject({ current: true, browser: "Test browser", address: "198.51.100.1" });
    const other = await world.signedIn(account, "admin");
    expect((await world.panel("DELETE", `/me/sessions/${current?.id}`, other)).status).toBe(404);
    expect((await world.panel("DELETE", "/me/sessions", ada)).status).toBe(204);
    expect(data<unknown[]>(await sessions())).toHaveLength(1);
    await endSessionsOf(world.table, ada.user);
    expect((await sessions()).status).toBe(401);
  });
});

describe("developers' things", () => {
  it("are keys with a name, shown once, revoked at once, each with a line", async () => {
    const mcp = { mcp_confirm: true, mcp_sends_per_hour: 5, mcp_first_messages_per_day: 0 };
    const body = { name: "Shop system", kind: "send", allowed_ips: ["203.0.113.7"], ...mcp };
    const made = data<{ id: string; key: string; last4: string }>(await world.panel("POST", "/keys", { ...ada, body }));
    expect(made).toMatchObject({
      name: "Shop system",
      kind: "send",
      allowed_ips: ["203.0.113.7/32"],
      last4: made.key.slice(-4),
      api_url: expect.stringMatching(/^https?:\/\/[^/]+$/),
    });
    expect((await world.ask("GET", "/v1/instances", { key: made.key, source: "203.0.113.7" })).status).toBe(200);
    const listed = await world.panel("GET", "/keys", ada);
    expect(data(listed)).toMatchObject([{ id: made.id, last_used_from: "203.0.113.7", ...mcp }]);
    expect(listed.text).not.toContain(made.key);
    expect((await world.panel("DELETE", `/keys/${made.id}`, ada)).status).toBe(204);
    expect((await world.ask("GET", "/v1/instances", { key: made.key, source: "203.0.113.7" })).status).toBe(401);
    expect(await log()).toEqual(["key.revoked", "key.created"]);
  });

  it("are keys that two revoke at once: both are told so, and one line tells of it", async () => {
    const { id } = await world.key(account);

    const both = await Promise.all([1, 2].map(() => world.panel("DELETE", `/keys/${id}`, ada)));

    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(await log()).toEqual(["key.revoked"]);
  });

  it("are refused where a key could not be made, at the field", async () => {
    const wrong = async (body: object) => (await world.panel("POST", "/keys", { ...ada, body })).body.errors;
    expect(await wrong({ kind: "full" })).toHaveProperty("name");
    expect(await wrong({ name: "x", kind: "full", allowed_ips: ["here"] })).toHaveProperty("allowed_ips");
    for (const mcp_sends_per_hour of [0, 301, 1.5, "5"])
      expect(await wrong({ name: "x", kind: "full", mcp_sends_per_hour })).toHaveProperty("mcp_sends_per_hour");
    for (const mcp_first_messages_per_day of [-1, 51])
      expect(await wrong({ name: "x", kind: "full", mcp_first_messages_per_day })).toHaveProperty(
        "mcp_first_messages_per_day",
      );
    expect(await wrong({ name: "x", kind: "full", instance_id: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" })).toHaveProperty(
      "instance_id",
    );
  });

  it("are the events, of the default until they are chosen", async () => {
    const types = async () =>
      data<{ chosen: unknown; types: { type: string; selected: boolean }[] }>(
        await world.panel("GET", "/event-list", ada),
      );
    const before = await types();
    expect(before.chosen).toBeNull();
    expect(before.types.filter(({ selected }) => !selected).map(({ type }) => type)).toEqual([
      "group.message",
      "group.update",
      "chat.assigned",
      "chat.closed",
    ]);
    const events = ["message.received"];
    const after = data<typeof before>(await world.panel("PATCH", "/event-list", { ...ada, body: { events } }));
    expect(after.types.filter(({ selected }) => selected)).toEqual([
      { type: "message.received", default: true, selected: true },
    ]);
    expect(data(await world.panel("PATCH", "/event-list", { ...ada, body: { events: null } }))).toMatchObject({
      chosen: null,
    });
    expect((await world.panel("PATCH", "/event-list", { ...ada, body: { events: ["no.event"] } })).status).toBe(422);
  });

  it("are all webhooks at once: the account's and those of its numbers", async () => {
    const instance = await world.instance(account, "Shop");
    const url = "https://example.com/hook";
    await world.panel("PATCH", "/v1/webhook", { ...ada, body: { url } });
    expect(data(await world.panel("GET", "/webhooks", ada))).toMatchObject([
      { instance_id: null, url, failing_since: null, paused_at: null, next_try_at: null, previous_secret_until: null },
      { instance_id: instance, instance_name: "Shop", url: null },
    ]);
    await world.panel("POST", "/v1/webhook/secret", { ...ada, body: {} });
    const until = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 19);
    expect(data(await world.panel("GET", "/webhooks", ada))).toMatchObject([
      { previous_secret_until: `${until}+00:00` },
      { previous_secret_until: null },
    ]);
  });
});

describe("today's messages", () => {
  const DAY = "2026-11-20";
  const zoned = { timezone: "America/Sao_Paulo" };

  it("of a plan without a daily limit are those that the numbers sent, on their own days", async () => {
    const [first, second] = [await world.instance(account), await world.instance(account)];
    await world.table.write({ update: keys.sending(first), set: { ...zoned, counted: { day: DAY, messages_out: 3 } } });
    await world.table.write({ update: keys.receiving(first), set: { day: DAY, messages_in: 7, messages_out: 1 } });
    await world.table.write({
      update: keys.sending(second),
      set: { ...zoned, counted: { day: "2026-11-19", messages_out: 40 } },
    });

    const traffic = data<Record<string, unknown>[]>(await world.panel("GET", "/traffic", ada));
    const usage = data(await world.panel("GET", "/usage", ada));

    expect(traffic.toSorted((a, b) => Number(b.sent) - Number(a.sent))).toEqual([
      { instance_id: first, day: DAY, received: 7, sent: 4 },
      { instance_id: second, day: DAY, received: 0, sent: 0 },
    ]);
    expect(usage).toMatchObject({ messages_today: { used: 4, of: null } });
  });
});
