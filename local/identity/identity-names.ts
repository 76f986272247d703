/** Path of the identity provider on the gateway's own address. */
export const IDENTITY_PATH = "/identity";

/** The name of the panel at the provider. */
export const PANEL_CLIENT = "panel";

/** The person who looks around without signing up, and the address they would have. */
export const LOCAL_ADMIN = { sub: "local-admin", email: "admin@localhost", name: "Local admin" } as const;
