/** Thrown when a command can't be carried out. The message gives the reason and what to do. */
export class AdminError extends Error {}
