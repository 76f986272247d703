/** The identity provider's path on the gateway's own address. */
export const IDENTITY_PATH = "/identity";

/** The stored name of its issuer, because the gateway's address can change. */
export const IDENTITY_NAME = "urn:messaging-gateway:identity";

/** The panel's name at the provider. */
export const PANEL_CLIENT = "panel";

/** The person who looks around without signing up, and their address. */
export const LOCAL_ADMIN = { sub: "local-admin", email: "admin@localhost", name: "Local admin" } as const;
