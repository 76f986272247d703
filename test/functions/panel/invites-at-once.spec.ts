import { beforeEach, describe, expect, it } from "vitest";
import { openSession } from "../../../core/operations/users/open-session.ts";
import { removeMember } from "../../../core/operations/users/remove-member.ts";
import type { MailMessage } from "../../../core/ports.ts";
import { keys } from "../../../core/store/keys.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const WEEK_MS = 7 * 86_400_000;

let world: PanelWorld;
let account: string;
let ada: SignedIn;
let mails: MailMessage[];
/** Runs while an email is being sent. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  world = panelWorld();
  mails = [];
  meanwhile = async () => undefined;
  world.deps.mail = {
    async send(mail) {
      mails.push(mail);
      await meanwhile();
    },
  };
  account = await world.account();
  ada = await world.signedIn(account, "admin", "ada@example.com");
});

const invite = (email = "bea@example.com") =>
  world.panel("POST", "/invites", { ...ada, body: { email, role: "member" } });
const tokenOf = (mail: MailMessage | undefined) => /\/join#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
const stored = async () => (await world.table.query({ pk: keys.invite(account, "").pk, limit: 100 })).items;

describe("an invitation", () => {
  it("that is withdrawn while its mail goes leaves nothing behind", async () => {
    meanwhile = async () => world.panel("DELETE", `/invites/${(await stored())[0]?.sk}`, ada);
    expect((await invite()).status).toBe(201);
    expect(await stored()).toEqual([]);
  });

  it("is mailed anew with each new link, also if it was never noted that the mail before it was sent", async () => {
    const { write } = world.deps.table;
    world.deps.table.write = async (one) => {
      if ("set" in one && one.set?.sends !== undefined) throw new Error("The table is away.");
      return write.call(world.table, one);
    };
    expect((await invite()).status).toBe(500);
    world.deps.table.write = write;

    const [made] = await stored();
    expect((await world.panel("POST", `/invites/${made?.sk}/send`, { ...ada, body: {} })).status).toBe(202);

    expect(mails).toHaveLength(2);
    expect(tokenOf(mails[1])).not.toBe(tokenOf(mails[0]));
    expect(mails[1]?.id).not.toBe(mails[0]?.id);
  });

  it("is seen and counted also beside fifty that have run out and are not deleted yet", async () => {
    for (let i = 0; i < 50; i++) await invite(`person-${i}@example.com`);
    expect((await invite()).status).toBe(409);
    world.clock.moveTo(new Date(world.clock.now().getTime() + WEEK_MS));
    ada = await world.signedIn(account, "admin");
    expect((await invite()).status).toBe(201);
    expect((await world.panel("GET", "/invites", ada)).body.data).toMatchObject([{ email: "bea@example.com" }]);
    expect((await invite()).body.code).toBe("conflict");
  });

  it("is made once, by however many at once, and can be made again when it is withdrawn or has run out", async () => {
    const answers = await Promise.all([invite(), invite(" BEA@example.com".trim()), invite()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [first] = await stored();
    expect((await world.panel("DELETE", `/invites/${first?.sk}`, ada)).status).toBe(204);
    expect((await invite()).status).toBe(201);
    world.clock.moveTo(new Date(world.clock.now().getTime() + WEEK_MS));
    ada = await world.signedIn(account, "admin");
    expect((await invite()).status).toBe(201);
  });

  it("revives no session of before, though the removal was cut off", async () => {
    const mel = await world.signedIn(account, "member", "mel@example.com");
    const { table } = world.deps;
    const query = () => Promise.reject(new Error("The process died."));
    const dying = {
      ids: world.deps.ids,
      table: { ...table, get: table.get.bind(table), transact: table.transact.bind(table), query },
    };
    const removal = { account_id: account, user_id: mel.user, by: { user_id: ada.user, source: "198.51.100.1" } };
    await expect(removeMember(dying as unknown as typeof world.deps, removal, world.clock.now())).rejects.toThrow(
      /died/,
    );

    await invite("mel@example.com");
    const request = { user_id: mel.user, account_id: null, source: "198.51.100.2", browser: "Test browser" };
    const { token: again } = await openSession(world.deps, request, world.clock.now());
    const body = { token: tokenOf(mails[0]) };
    expect((await world.panel("POST", "/invites/accept", { cookie: again, body })).status).toBe(200);
    expect((await world.panel("GET", "/me", mel)).status).toBe(401);
    expect((await world.panel("GET", "/me", { cookie: again })).status).toBe(200);
  });
});
