import { beforeEach, describe, expect, it } from "vitest";
import { findPerson } from "../../core/operations/users/find-person.ts";
import { openSession } from "../../core/operations/users/open-session.ts";
import { readSession } from "../../core/operations/users/read-session.ts";
import { IDENTITY_NAME } from "../../local/identity/identity-names.ts";
import { identityStore } from "../../local/identity/identity-store.ts";
import { dataFolder, openState, type RunState } from "../../local/system/kept-state.ts";
import { readSettings, type Settings } from "../../local/system/settings.ts";
import { preparePeople, refuseWithoutTeam } from "../../local/system/team-folder.ts";
import { apiWorld } from "../functions/api-world.ts";
import { passingFolder } from "../support/passing-folder.ts";

const ANA = "ana@example.com";
const TEAM = readSettings({ PUBLIC_URL: "https://gw.example.com" });
const ALONE = readSettings({});

let world: ReturnType<typeof apiWorld>;
let state: RunState;
beforeEach(() => {
  world = apiWorld();
  state = openState(dataFolder(passingFolder("team-folder-")), false);
});

const store = () => identityStore({ table: world.deps.table, clock: world.clock });
const prepare = (settings: Settings) => preparePeople(world.deps.table, store(), state, settings);

/** Creates a user who has signed up and signed in, with the identity that this issuer gives them. */
async function signedIn(iss: string, email = ANA) {
  const now = world.clock.now();
  await store().addPerson({ sub: email, email, password: "00:00" });
  const { id } = await findPerson(world.deps, { iss, sub: email, email, email_verified: true, name: null }, now);
  const request = { user_id: id, account_id: null, source: "198.51.100.1", browser: "Test" };
  const { token } = await openSession(world.deps, request, now);
  return { id, isSignedIn: async () => (await readSession(world.deps, token, world.clock.now())) !== null };
}
const named = async (email = ANA) => {
  const identity = { iss: IDENTITY_NAME, sub: email, email, email_verified: true, name: null };
  return (await findPerson(world.deps, identity, world.clock.now())).id;
};

describe("a data folder", () => {
  it.each([
    ["a new one", {}],
    ["one that was used on this machine alone", { panel_url: "http://127.0.0.1:8080", serves_team: false }],
    ["one of an older release that was used on this machine alone", { panel_url: "http://127.0.0.1:41234" }],
  ])("starts without PUBLIC_URL: %s", (_name, kept) => {
    state.keep(kept);
    expect(() => refuseWithoutTeam(state, ALONE)).not.toThrow();
  });

  it.each([
    ["that serves a team", { panel_url: "https://old.example.com", serves_team: true }],
    ["that served one without a panel", { serves_team: true }],
    ["of an older release that served one", { panel_url: "https://old.example.com" }],
  ])("%s is refused without PUBLIC_URL until a start that takes it back", async (_name, kept) => {
    state.keep(kept);
    expect(() => refuseWithoutTeam(state, ALONE)).toThrow(
      /serves a team\. .*Start with PUBLIC_URL=https:.*WITHOUT_TEAM=1/,
    );
    expect(() => refuseWithoutTeam(state, TEAM)).not.toThrow();

    expect(() => refuseWithoutTeam(state, { ...ALONE, without_team: true })).not.toThrow();
    expect(() => refuseWithoutTeam(state, ALONE)).toThrow(); // that start was refused for another reason
    await prepare({ ...ALONE, without_team: true });
    expect(() => refuseWithoutTeam(state, ALONE)).not.toThrow();
  });
});

describe("people", () => {
  it("who were known by the gateway's address are the same after it has changed, and stay signed in", async () => {
    state.keep({ panel_url: "https://old.example.com" });
    const ana = await signedIn("https://old.example.com/identity");

    await prepare(TEAM);
    await prepare(TEAM); // a start that was cut off is repeated

    expect(await named()).toBe(ana.id);
    expect(await ana.isSignedIn()).toBe(true);
    expect(await store().person(ANA)).not.toBeNull();
  });

  it("who were let in while everyone on the machine was an admin sign up again, to the same accounts", async () => {
    state.keep({ panel_url: "http://127.0.0.1:8080" });
    const ana = await signedIn("http://127.0.0.1:8080/identity");
    const admin = await signedIn("http://127.0.0.1:8080/identity", "local-admin");

    await prepare(TEAM);

    expect([await ana.isSignedIn(), await admin.isSignedIn()]).toEqual([false, false]);
    expect(await store().person(ANA)).toBeNull();
    expect(await named()).toBe(ana.id);
  });

  it("are left alone on a machine that serves no team, and by later starts for one", async () => {
    const ana = await signedIn(IDENTITY_NAME);
    await prepare(ALONE);
    expect([await ana.isSignedIn(), await store().person(ANA)]).toEqual([true, expect.anything()]);

    await prepare(TEAM);
    const bea = await signedIn(IDENTITY_NAME, "bea@example.com");
    await prepare(TEAM);
    expect([await bea.isSignedIn(), await store().people()]).toEqual([
      true,
      [expect.objectContaining({ sub: "bea@example.com" })],
    ]);
  });

  it("of a folder that was taken back sign up again when it serves a team again", async () => {
    await prepare(TEAM);
    const ana = await signedIn(IDENTITY_NAME);
    await prepare({ ...ALONE, without_team: true });

    await prepare(TEAM);

    expect([await ana.isSignedIn(), await store().person(ANA)]).toEqual([false, null]);
  });
});
