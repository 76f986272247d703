/** Another organization's identity provider (OpenID Connect), which a team's users sign in with. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** The client secret, or null if this gateway is registered with the provider as a client without a secret. */
  clientSecret: string | null;
}

interface OidcVariables {
  PUBLIC_URL?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
}

/**
 * Determines the identity provider that a team's users sign in with. Messages about faults never quote the secret.
 * @returns an undefined `oidc` for this machine's own provider.
 */
export function readOidcSettings(env: OidcVariables): { oidc?: OidcSettings; faults: string[] } {
  const { PUBLIC_URL, OIDC_ISSUER: issuer = "", OIDC_CLIENT_ID: id = "", OIDC_CLIENT_SECRET: secret = "" } = env;
  if (issuer === "") {
    const lonely = id !== "" ? "OIDC_CLIENT_ID" : secret !== "" ? "OIDC_CLIENT_SECRET" : null;
    return {
      faults: lonely ? [`${lonely} is set without OIDC_ISSUER, but signing in with another provider needs both`] : [],
    };
  }
  if (!PUBLIC_URL)
    return { faults: ["OIDC_ISSUER is set without PUBLIC_URL, but only the members of a team sign in with it"] };
  const fault = faultOf(issuer);
  const faults = [
    ...(fault === null ? [] : [`OIDC_ISSUER ${fault}`]),
    ...(id === "" ? ["OIDC_CLIENT_ID must be set to the provider's name for this gateway"] : []),
  ];
  return faults.length > 0 ? { faults } : { oidc: { issuer, clientId: id, clientSecret: secret || null }, faults };
}

function faultOf(issuer: string): string | null {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be a URL such as https://id.example.com";
  if (url.username !== "" || url.password !== "") return "must not contain a user or a password";
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(issuer)) return "must have no query and no fragment";
  if (/\/\.well-known\//.test(url.pathname)) return "must be the issuer itself, without /.well-known/…";
  if (url.protocol === "http:" && !/^(localhost|127\.0\.0\.1)$/.test(url.hostname)) {
    return "must start with https://, because otherwise anyone in between could sign in as anyone";
  }
  return null;
}
