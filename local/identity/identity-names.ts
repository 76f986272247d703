/** The identity provider's path at the gateway's own address. */
export const IDENTITY_PATH = "/identity";

/** The name that the provider's issuer is stored under. It is fixed, because the gateway's address can change. */
export const IDENTITY_NAME = "urn:messaging-gateway:identity";

/** The panel's client ID at the provider. */
export const PANEL_CLIENT = "panel";

/** The user for looking around without signing up, complete with an email address. */
export const LOCAL_ADMIN = { sub: "local-admin", email: "admin@localhost", name: "Local admin" } as const;
