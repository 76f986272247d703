/** Thrown when a command can't be carried out. The message states the reason and tells the operator what to do. */
export class AdminError extends Error {}
