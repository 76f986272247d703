/** Thrown when a command can't be carried out. The message states the reason and what the operator should do. */
export class AdminError extends Error {}
