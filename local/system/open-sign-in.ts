import { ENV } from "../../core/env.ts";
import type { Log } from "../../core/ports.ts";
import { deps as functionDeps } from "../../functions/deps.ts";
import { runtime } from "../../functions/runtime.ts";
import { IDENTITY_NAME, PANEL_CLIENT } from "../identity/identity-names.ts";
import { openIdentity } from "../panel/open-identity.ts";
import type { Gateway } from "./gateway.ts";
import type { OidcSettings } from "./oidc-settings.ts";

const PATIENCE_MS = 10_000;

/** Sets up panel sign-in, with this machine's own identity provider or another organization's. */
export async function openSignIn(gateway: Gateway): Promise<void> {
  const { api, settings, state } = gateway;
  const { oidc } = settings;
  gateway.identity = oidc ? null : await ownProvider(gateway);
  const { identityIssuer, identityAddress, identityClientId, identityKind, identityName, panelUrl } = ENV;
  Object.assign(process.env, {
    [identityIssuer]: oidc?.issuer ?? gateway.identity?.issuer,
    // The gateway doesn't call its own provider at the public URL, because this machine might not be able to reach that
    // URL or might not trust its certificate.
    [identityAddress]: oidc ? "" : api.localUrl,
    [identityClientId]: oidc?.clientId ?? PANEL_CLIENT,
    [identityKind]: oidc ? "foreign" : "own",
    // Users aren't identified by the issuer's URL, because they would all become different users if it changed.
    [identityName]: oidc ? "" : IDENTITY_NAME,
    [panelUrl]: api.url,
  });
  runtime.identitySecret = oidc?.clientSecret ?? null;
  if (oidc) void warnIfSilent(oidc, gateway.logged.log);
  state.keep({ panel_url: api.url });
}

const ownProvider = ({ api, account, functions, mailFolder, settings }: Gateway) =>
  openIdentity({
    url: api.url,
    isForTeam: settings.serve !== undefined,
    mailFolder,
    account: account.account_id,
    deps: functionDeps(),
    passwordReset: functions.passwordReset,
  });

/**
 * Logs a warning if the provider doesn't respond. The gateway starts anyway: messages don't need the provider, and each
 * sign-in contacts it again.
 */
async function warnIfSilent({ issuer }: OidcSettings, log: Log): Promise<void> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  await answer?.body?.cancel();
  if (answer?.ok) return;
  log.warn({ issuer, status: answer?.status ?? null }, "the sign-in provider is not responding, so no one can sign in");
}
