/** A command that can't be carried out; the message says why and what to do. */
export class AdminError extends Error {}
