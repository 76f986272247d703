/** The version of this package; must match its package.json. */
export const VERSION = "0.1.0";
