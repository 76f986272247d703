/** The path of the identity provider at the gateway's own address. */
export const IDENTITY_PATH = "/identity";

/** The name under which the provider's issuer is stored. It is fixed, because the gateway's address can change. */
export const IDENTITY_NAME = "urn:messaging-gateway:identity";

/** The client id of the panel at the provider. */
export const PANEL_CLIENT = "panel";

/** The user for looking around without signing up, and their email address. */
export const LOCAL_ADMIN = { sub: "local-admin", email: "admin@localhost", name: "Local admin" } as const;
