import { describe, expect, it } from "vitest";
import { readSettings } from "../../local/system/settings.ts";

const PUBLIC_URL = "https://gw.example.com";
const OIDC = { OIDC_ISSUER: "https://id.example.com/team/", OIDC_CLIENT_ID: "gateway", OIDC_CLIENT_SECRET: "se/cret" };

describe("the settings for sign-in with another organization's provider", () => {
  it("name the issuer as it is written, the gateway's name there and its secret, if it has one", () => {
    const { OIDC_CLIENT_SECRET: _none, ...withoutSecret } = OIDC;
    const known = { issuer: OIDC.OIDC_ISSUER, clientId: "gateway" };
    expect(readSettings({ PUBLIC_URL, ...OIDC }).oidc).toEqual({ ...known, clientSecret: "se/cret" });
    expect(readSettings({ PUBLIC_URL, ...withoutSecret }).oidc).toEqual({ ...known, clientSecret: null });
    expect(readSettings({ PUBLIC_URL }).oidc).toBeUndefined();
  });

  it.each([
    [{ ...OIDC, PUBLIC_URL: "" }, "OIDC_ISSUER is set without PUBLIC_URL"],
    [{ PUBLIC_URL, OIDC_CLIENT_ID: "gateway" }, "OIDC_CLIENT_ID is set without OIDC_ISSUER"],
    [{ PUBLIC_URL, OIDC_CLIENT_SECRET: "se/cret" }, "OIDC_CLIENT_SECRET is set without OIDC_ISSUER"],
    [{ PUBLIC_URL, OIDC_ISSUER: OIDC.OIDC_ISSUER }, "OIDC_CLIENT_ID must be set"],
    [{ PUBLIC_URL, WITHOUT_TEAM: "1" }, "WITHOUT_TEAM and PUBLIC_URL can't be used together"],
  ])("refuse %j, and quote no secret", (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
    expect(() => readSettings(env)).not.toThrow("se/cret");
  });

  it.each([
    ["id.example.com", "must be a URL such as https://"],
    ["http://id.example.com", "must start with https://"],
    ["https://ana:pw@id.example.com", "must not contain a user"],
    ["https://id.example.com?a=1", "must have no query"],
    ["https://id.example.com/.well-known/openid-configuration", "must be the issuer itself"],
  ])("refuse %s as the issuer", (OIDC_ISSUER, sentence) => {
    expect(() => readSettings({ PUBLIC_URL, ...OIDC, OIDC_ISSUER })).toThrow(`OIDC_ISSUER ${sentence}`);
  });
});
