/** This package's version. Must match its package.json. */
export const VERSION = "0.1.0";
