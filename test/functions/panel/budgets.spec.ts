import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../core/contracts/durations.ts";
import { sessionsOf } from "../../../core/operations/users/end-session.ts";
import { openSession } from "../../../core/operations/users/open-session.ts";
import type { MailMessage } from "../../../core/ports.ts";
import { keys } from "../../../core/store/keys.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

// Tests how many panel requests a single user, account and address can make.

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
const invite = (email: string) => world.panel("POST", "/invites", { ...ada, body: { email, role: "member" } });
const tokenOf = (mail: MailMessage | undefined) => /\/join#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

async function sessionOf(user: string): Promise<string> {
  const request = { user_id: user, account_id: account, source: "198.51.100.1", browser: "Test browser" };
  return (await openSession(world.deps, request, world.clock.now())).token;
}

describe("the mail of an invitation", () => {
  it("has a subject of ours, and the account's name beside it: short, and never a link", async () => {
    await world.panel("PATCH", "/account", {
      ...ada,
      body: { name: "WIN €500 at https://evil.example/x?y — mail bob@evil.example, call +1 (555) 010-0199 \r\nBcc: x" },
    });

    await invite("bea@example.com");

    const [mail] = mails;
    expect(mail?.subject).toBe("You've been invited to a team on Messaging Gateway");
    const [first, ...rest] = (mail?.text ?? "").split("\n");
    expect(first).toBe("You've been invited to a team on Messaging Gateway, as member.");
    const name = /"(.*)"/.exec(rest.join("\n"))?.[1] ?? "";
    expect([...name].length).toBeLessThanOrEqual(40);
    expect(name).not.toMatch(/[.:/@]|\d{7}/);
    expect(mail?.text.match(/https?:\/\/\S+/g)).toEqual([
      expect.stringMatching(/^https:\/\/panel\.example\.com\/join#/),
    ]);
  });

  it("goes ten times a day from an account on trial, and fifty from others; the link is handed over then", async () => {
    const made = async (count: number) => {
      const links: unknown[] = [];
      for (let i = 0; i < count; i++) {
        const { body } = await invite(`guest-${i}@example.com`);
        links.push((body.data as { link: string | null }).link);
        await world.panel("DELETE", `/invites/${(body.data as { id: string }).id}`, ada);
      }
      return links.filter((link) => link === null).length;
    };
    await world.table.write({ update: keys.account(account), set: { plan: "trial" } });

    expect(await made(12)).toBe(10);

    later(24 * HOUR_MS);
    await world.table.write({ update: keys.account(account), set: { plan: "starter" } });
    ada = await world.signedIn(account, "admin");
    expect(await made(52)).toBe(50);
  });
});

describe("a wrong invitation link", () => {
  const accept = async (token: string, source: string, who?: SignedIn) =>
    world.panel("POST", "/invites/accept", {
      ...(who ?? (await world.signedIn(null))),
      body: { token },
      source,
    });

  it("keeps nobody else at its address from joining by another", async () => {
    await invite("bea@example.com");
    const bea = await world.signedIn(null, "viewer", "bea@example.com");
    for (let i = 0; i < 5; i++) expect((await accept("wrong", "198.51.100.9")).status).toBe(404);

    expect((await accept("wrong", "198.51.100.9")).body.code).toBe("limit_reached");
    expect((await accept("other", "198.51.100.9")).status).toBe(404);
    expect((await accept(tokenOf(mails[0]), "198.51.100.9", bea)).status).toBe(200);
  });

  it("counts for its whole network, where the address is one of IPv6", async () => {
    for (let i = 0; i < 5; i++) expect((await accept("wrong", `2001:db8:1:2::${i}`)).status).toBe(404);

    expect((await accept("wrong", "2001:db8:1:2:ffff:ffff:ffff:ffff")).status).toBe(429);
    expect((await accept("wrong", "2001:db8:1:3::1")).status).toBe(404);
  });
});

describe("a person", () => {
  it("has twenty sessions at most: with one more, the oldest ends", async () => {
    for (let i = 0; i < 19; i++) {
      later(60_000);
      await sessionOf(ada.user);
    }
    expect((await world.panel("GET", "/me", ada)).status).toBe(200);

    later(60_000);
    const newest = await sessionOf(ada.user);

    expect((await world.panel("GET", "/me", ada)).status).toBe(401);
    expect((await world.panel("GET", "/me", { cookie: newest })).status).toBe(200);
    expect(await sessionsOf(world.table, ada.user)).toHaveLength(20);
  });

  it("loses those that have run out first, and has no more than twenty however many begin at once", async () => {
    later(HOUR_MS);
    for (let i = 0; i < 10; i++) await sessionOf(ada.user);
    later(11.5 * HOUR_MS); // ada's own has run out meanwhile, the ten have not
    const all = await Promise.all(Array.from({ length: 30 }, () => sessionOf(ada.user)));

    const answers = await Promise.all(all.map((cookie) => world.panel("GET", "/me", { cookie })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(20);
    expect(await sessionsOf(world.table, ada.user)).toHaveLength(20);
  });

  it("has one budget of requests in an account, however many sessions they open", async () => {
    const cookies = [ada.cookie, ...(await Promise.all([1, 2, 3].map(() => sessionOf(ada.user))))];
    const bob = await world.signedIn(account, "member");

    const answers = await Promise.all(
      Array.from({ length: 320 }, (_, i) => world.panel("GET", "/account", { cookie: cookies[i % 4] ?? "" })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expect((await world.panel("GET", "/account", bob)).status).toBe(200);
  });
});
