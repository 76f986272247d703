import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { subjectHash } from "../../../core/records/users/subject.ts";
import { keys } from "../../../core/store/keys.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import { endResetSessions } from "../../../functions/workers/end-sessions.ts";
import { type PanelWorld, panelWorld } from "./panel-world.ts";

const POOL = { region: "eu-west-1", userPoolId: "eu-west-1_abc" };
const ISS = "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc";

/** Creates the event that Cognito sends after a confirmation. `sub` is Cognito's own id for the user. */
const confirmed = (sub: string, triggerSource = "PostConfirmation_ConfirmForgotPassword") => ({
  version: "1",
  triggerSource,
  ...POOL,
  userName: sub,
  request: { userAttributes: { sub, email: "ana@example.com", email_verified: "true" } },
  response: {},
});

let world: PanelWorld;
beforeEach(() => {
  world = panelWorld();
});
afterAll(() => useDeps(null));

/** Creates a signed-in user whose id at the sign-in provider is `sub`. */
async function person(sub: string) {
  const signedIn = await world.signedIn(null);
  await world.deps.table.write({ put: { ...keys.subject(subjectHash({ iss: ISS, sub })), user_id: signedIn.user } });
  return signedIn;
}
const statusOf = async (cookie: string) => (await world.panel("GET", "/me", { cookie })).status;

describe("a new password", () => {
  it("ends the sessions of its person, and nobody else's; twice is no error", async () => {
    const [ana, bea] = [await person("sub-ana"), await person("sub-bea")];
    expect(await statusOf(ana.cookie)).toBe(200);

    const event = confirmed("sub-ana");
    expect(await endResetSessions(world.deps, event)).toBe(event);
    await endResetSessions(world.deps, event);

    expect([await statusOf(ana.cookie), await statusOf(bea.cookie)]).toEqual([401, 200]);
  });

  it("is told from the first confirmation of an address, which ends none", async () => {
    const { cookie } = await person("sub-ana");
    await endResetSessions(world.deps, confirmed("sub-ana", "PostConfirmation_ConfirmSignUp"));
    expect(await statusOf(cookie)).toBe(200);
  });

  it("of somebody who never signed in here, or of another pool, ends nothing", async () => {
    const { cookie } = await person("sub-ana");
    await endResetSessions(world.deps, confirmed("sub-nobody"));
    await endResetSessions(world.deps, { ...confirmed("sub-ana"), userPoolId: "eu-west-1_other" });
    expect(await statusOf(cookie)).toBe(200);
  });

  it("is of the issuer that one machine names, where there is no user pool", async () => {
    const [ana, pool] = [await person("sub-ana"), "eu-west-1_other"];
    const deps = { ...world.deps, env: { ...world.deps.env, IDENTITY_NAME: ISS } };

    await endResetSessions(deps, { ...confirmed("sub-ana"), userPoolId: pool });

    expect(await statusOf(ana.cookie)).toBe(401);
  });

  it("that can't be carried through is a failure, which an alarm counts", async () => {
    await expect(
      endResetSessions(world.deps, { triggerSource: "PostConfirmation_ConfirmForgotPassword" }),
    ).rejects.toThrow();
  });
});
